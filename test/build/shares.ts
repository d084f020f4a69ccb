import { createObservedLatency, type ObservedLatency } from '../../activities/runs/observed-latency.ts'
import { createShares, type Shares } from '../../activities/shares.ts'

/** A worker with room for all callers, for tests of something else. */
export const roomForAll = (): { readonly shares: Shares; readonly observedLatency: ObservedLatency } => ({
  shares: createShares({
    of: { quick: 1_000, slow: 1_000, calls: 1_000, inbound: 1_000 },
    now: () => performance.now(),
  }),
  observedLatency: createObservedLatency(() => performance.now()),
})
