import { FIND_ADDRESS, NOTE_REFUSAL, VOID_INVITATIONS } from '../../db/access/account-mails/refuse.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashToken } from '../../db/hash-token.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { isMailToken } from '../../domain/keys/mail-token.ts'

export const REFUSE_INVITATIONS: Transaction = { name: 'refuse_invitations', effect: true }

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
