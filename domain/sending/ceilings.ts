import { type Caps, PERIODS } from './policy.ts'

interface SendingOffer {
  readonly capability: string
  readonly senderCaps?: Caps | undefined
}

/** The lowest documented limits of one sender among the offers of a capability. */
export const ceilingsOf = (offers: readonly SendingOffer[], capability: string | null): Caps => {
  const able = offers.filter((offer) => offer.capability === capability)
  return Object.fromEntries(
    PERIODS.flatMap((period) => {
      const least = Math.min(...able.map(({ senderCaps }) => senderCaps?.[period] ?? Infinity))
      return least === Infinity ? [] : [[period, least]]
    }),
  )
}
