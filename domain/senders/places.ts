import { ACCOUNT_PROVIDER, DOMAIN_PROVIDER, INBOX_PROVIDER } from './inbox-address.ts'
import type { SenderKind } from './sender.ts'

/** In which account a sender of the workspace is, as far as the choice of an offer needs it. */
export interface SenderAccount {
  readonly provider: string
  /** Whether it is in the workspace's own account there. */
  readonly own: boolean
  readonly canSend: boolean
}

/** One account at one provider: the workspace's own, or the platform's. */
export interface SendingAccount {
  readonly provider: string
  readonly own: boolean
}

const isAt = (place: SenderAccount, { provider, own }: SendingAccount): boolean =>
  place.provider === provider && place.own === own

export const canSendAt = (places: readonly SenderAccount[], account: SendingAccount): boolean =>
  places.some((place) => place.canSend && isAt(place, account))

/**
 * Why none of these senders can send through the account and what would help, or null: a message leaves only from a
 * sender of the workspace, through the account that holds that sender (decisions, "own keys of senders").
 */
export function noSenderReason(
  places: readonly SenderAccount[],
  account: SendingAccount,
  kinds: readonly SenderKind[],
): string | null {
  if (canSendAt(places, account)) return null
  const kept = kindsAt(account.provider, kinds)
  const noun = nounOf(kept.length > 0 ? kept : kinds)
  if (places.some((place) => isAt(place, account))) return `your ${noun} there cannot send now`
  const there = places.filter(({ provider }) => provider === account.provider)
  if (!account.own && there.length > 0)
    return there.some(({ canSend }) => canSend)
      ? `your ${noun} is in your own account there`
      : `your ${noun} is in your own account there, which is not connected`
  const where = account.own ? 'in your own account there' : 'there'
  // Senders elsewhere may be those that the request names: the workspace may have another one there.
  const missing =
    places.length > 0
      ? `no ${noun} that may send this message is ${where}`
      : `you have no ${noun} ${where} that can send`
  const remedy = remedyAt(account.provider, kept)
  return remedy === null ? missing : `${missing} (${remedy})`
}

/** The kinds of senders that a provider holds, of those given. */
function kindsAt(provider: string, kinds: readonly SenderKind[]): readonly SenderKind[] {
  if (provider === INBOX_PROVIDER || provider === DOMAIN_PROVIDER) return kinds.filter((kind) => kind === 'inbox')
  return provider === ACCOUNT_PROVIDER ? kinds.filter((kind) => kind !== 'inbox') : []
}

/** How a workspace gets such a sender at the provider; null where it cannot have one. */
function remedyAt(provider: string, kinds: readonly SenderKind[]): string | null {
  if (kinds.length === 0) return null
  switch (provider) {
    case INBOX_PROVIDER:
      return 'make an inbox: POST /v1/email/inboxes'
    case DOMAIN_PROVIDER:
      return 'add a domain: POST /v1/email/domains; then make an inbox of it: POST /v1/email/inboxes'
    default:
      return `connect an account: ${kinds.map((kind) => `POST /v1/${kind}/accounts`).join(' or ')}`
  }
}

/** `inbox or gmail account`, `instagram or whatsapp account`. */
function nounOf(kinds: readonly SenderKind[]): string {
  const networks = kinds.filter((kind) => kind !== 'inbox')
  const account = networks.length > 0 ? [`${networks.join(' or ')} account`] : []
  return [...(kinds.includes('inbox') ? ['inbox'] : []), ...account].join(' or ')
}
