import { statement } from '../../statement.ts'

/** Of the mail `m`: its mailbox, or its address where it is from before mailboxes were stored. */
export const MAILBOX_SQL = 'coalesce(m.mailbox, m.email)'

const hashOf = (text: string): string => `sha256(convert_to(lower(${text}::text), 'UTF8'))`

/** Whether the person at `:email` in `:mailbox` refuses invitations. Refusals from before mailboxes name an address. */
export const REFUSES_SQL = `exists (select from invitation_refusal f
    where f.address_hash in (${hashOf(':email')}, ${hashOf(':mailbox')}))`

/** Also by a link that was used, made void, or has expired: the person refuses what comes later. */
export const FIND_ADDRESS = statement<{ tokenHash: Buffer }, { email: string }>({
  name: 'find_invited_address',
  effect: false,
  text: `select email from account_mail where token_hash = :tokenHash and kind = 'invitation'`,
})

export const NOTE_REFUSAL = statement<{ mailbox: string }>({
  name: 'note_invitation_refusal',
  effect: 'within',
  text: `insert into invitation_refusal (address_hash) values (${hashOf(':mailbox')})
    on conflict do nothing`,
})

export const VOID_INVITATIONS = statement<{ email: string; mailbox: string }>({
  name: 'void_invitations',
  effect: 'within',
  text: `update account_mail m set used_at = clock_timestamp(), sweep_at = null
    where ${MAILBOX_SQL} in (:email, :mailbox) and kind = 'invitation' and used_at is null`,
})
