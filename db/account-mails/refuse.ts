import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { isMailToken } from '../../domain/keys/mail-token.ts'
import type { Database, Transaction } from '../database.ts'
import { hashToken } from '../hash-token.ts'
import { statement } from '../statement.ts'

/** Of the mail `m`: its mailbox, or its address where it is from before mailboxes were stored. */
export const MAILBOX_SQL = 'coalesce(m.mailbox, m.email)'

const hashOf = (text: string): string => `sha256(convert_to(lower(${text}::text), 'UTF8'))`

/** Whether the person at `:email` in `:mailbox` refuses invitations. Refusals from before mailboxes name an address. */
export const REFUSES_SQL = `exists (select from invitation_refusal f
    where f.address_hash in (${hashOf(':email')}, ${hashOf(':mailbox')}))`

export const REFUSE_INVITATIONS: Transaction = { name: 'refuse_invitations', effect: true }

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

/** The mailbox gets no more invitations, and those that it has do not work any more. null: there is no such link. */
export const refuseInvitations = (db: Database, token: string): Promise<string | null> =>
  db.transaction(REFUSE_INVITATIONS, async (tx) => {
    const [invited] = isMailToken(token) ? await tx.query(FIND_ADDRESS, { tokenHash: hashToken(token) }) : []
    if (invited === undefined) return null
    const mailbox = mailboxOf(invited.email)
    await tx.query(NOTE_REFUSAL, { mailbox })
    await tx.query(VOID_INVITATIONS, { ...invited, mailbox })
    return invited.email
  })
