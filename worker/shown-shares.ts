import type { ShareWatcher } from '../activities/shares.ts'
import { SHARE_LANES, type ShareLane } from '../domain/runs/shares.ts'
import { NONE } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'

/** Shows what a worker has given out of its shares, and what it has refused. */
export function shownShares(metrics: Meter, most: Readonly<Record<ShareLane, number>>): ShareWatcher {
  for (const lane of SHARE_LANES) metrics.set('worker_shares_max', { lane }, most[lane])
  return {
    held({ lane, environment }, shares) { metrics.set('worker_shares_taken', { lane, environment: environment ?? NONE }, shares) },
    refused({ lane, environment }, reason) { metrics.add('worker_shares_refused_total', { lane, environment: environment ?? NONE, reason }) },
  }
}
