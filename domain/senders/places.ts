import type { SenderKind } from './sender.ts'

/** Where a sender of the workspace stands, as far as the choice of an offer needs it. */
export interface SenderPlace {
  readonly provider: string
  /** Whether it stands in the workspace's own account there. */
  readonly own: boolean
  readonly canSend: boolean
}

/** One account at one provider: the workspace's own, or the platform's. */
export interface SendingAccount {
  readonly provider: string
  readonly own: boolean
}

const isAt = (place: SenderPlace, { provider, own }: SendingAccount): boolean =>
  place.provider === provider && place.own === own

export const canSendAt = (places: readonly SenderPlace[], account: SendingAccount): boolean =>
  places.some((place) => place.canSend && isAt(place, account))

/**
 * Why none of these senders can send through the account, or null: a message leaves only from a sender of the
 * workspace, through the account in which that sender stands (decisions, "own keys of senders").
 */
export function noSenderReason(
  places: readonly SenderPlace[],
  account: SendingAccount,
  kinds: readonly SenderKind[],
): string | null {
  if (canSendAt(places, account)) return null
  const noun = kinds.includes('inbox') ? 'inbox' : `${kinds.join(' or ')} account`
  if (places.some((place) => isAt(place, account))) return `your ${noun} there cannot send now`
  if (account.own) return `you have no ${noun} in your own account there`
  const there = places.filter(({ provider }) => provider === account.provider)
  if (there.length === 0) return `you have no ${noun} there that can send`
  return there.some(({ canSend }) => canSend)
    ? `your ${noun} stands in your own account there`
    : `your ${noun} stands in your own account there, which is not connected`
}
