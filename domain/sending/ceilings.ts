import { type Caps, PERIODS } from './policy.ts'

/** The lowest documented limits of one sender among the offers that may send for it. */
export const ceilingsOf = (offers: readonly { readonly senderCaps?: Caps | undefined }[]): Caps =>
  Object.fromEntries(
    PERIODS.flatMap((period) => {
      const least = Math.min(...offers.map(({ senderCaps }) => senderCaps?.[period] ?? Infinity))
      return least === Infinity ? [] : [[period, least]]
    }),
  )
