import { createPaces, type OfferPaces } from '../../activities/runs/paces.ts'
import { createShares, type Shares } from '../../activities/shares.ts'

/** A worker with room for all callers, for tests of something else. */
export const roomForAll = (): { readonly shares: Shares; readonly paces: OfferPaces } => ({
  shares: createShares({
    of: { quick: 1_000, slow: 1_000, calls: 1_000, inbound: 1_000 },
    now: () => performance.now(),
  }),
  paces: createPaces(() => performance.now()),
})
