import type { ShareWatcher } from '../activities/shares.ts'
import { REFUSED_BY, SHARE_LANES, type ShareLane } from '../domain/runs/shares.ts'
import { ENVIRONMENTS } from '../domain/runs/states.ts'
import { NONE } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'

/** Shows the slots that a worker has given out and refused. */
export function shownShares(metrics: Meter, most: Readonly<Record<ShareLane, number>>): ShareWatcher {
  for (const lane of SHARE_LANES) {
    metrics.set('worker_shares_max', { lane }, most[lane])
    // At 0 from the beginning, so that the first refusal is an increase.
    for (const environment of [...ENVIRONMENTS, NONE]) {
      for (const reason of REFUSED_BY) metrics.add('worker_shares_refused_total', { lane, environment, reason }, 0)
    }
  }
  return {
    held({ lane, environment }, shares) {
      metrics.set('worker_shares_taken', { lane, environment: environment ?? NONE }, shares)
    },
    refused({ lane, environment }, reason) {
      metrics.add('worker_shares_refused_total', { lane, environment: environment ?? NONE, reason })
    },
  }
}
