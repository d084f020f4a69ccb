import { isMailToken } from '../../domain/keys/mail-token.ts'
import type { Database, Transaction } from '../database.ts'
import { hashToken } from '../hash-token.ts'
import { statement } from '../statement.ts'

/** Whether the address `email`, an expression of SQL, refuses invitations. */
export const REFUSES_SQL = (email: string): string =>
  `exists (select from invitation_refusal f where f.address_hash = sha256(convert_to(lower(${email}), 'UTF8')))`

export const REFUSE_INVITATIONS: Transaction = { name: 'refuse_invitations', effect: true }

/** Also by a link that was used, made void, or has expired: the person refuses what comes later. */
const FIND_ADDRESS = statement<{ tokenHash: Buffer }, { email: string }>({
  name: 'find_invited_address',
  effect: false,
  text: `select email from account_mail where token_hash = :tokenHash and kind = 'invitation'`,
})

const NOTE_REFUSAL = statement<{ email: string }>({
  name: 'note_invitation_refusal',
  effect: 'within',
  text: `insert into invitation_refusal (address_hash) values (sha256(convert_to(lower(:email::text), 'UTF8')))
    on conflict do nothing`,
})

const VOID_INVITATIONS = statement<{ email: string }>({
  name: 'void_invitations',
  effect: 'within',
  text: `update account_mail set used_at = clock_timestamp(), sweep_at = null
    where email = :email and kind = 'invitation' and used_at is null`,
})

/** The address gets no more invitations, and those that it has do not work any more. null: there is no such link. */
export const refuseInvitations = (db: Database, token: string): Promise<string | null> =>
  db.transaction(REFUSE_INVITATIONS, async (tx) => {
    const [invited] = isMailToken(token) ? await tx.query(FIND_ADDRESS, { tokenHash: hashToken(token) }) : []
    if (invited === undefined) return null
    await tx.query(NOTE_REFUSAL, invited)
    await tx.query(VOID_INVITATIONS, invited)
    return invited.email
  })
