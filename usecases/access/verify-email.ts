import { type OpenMail, useMail } from '../../db/access/account-mails/use.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { SET_VERIFIED } from '../../db/access/users/verify-email.ts'

export const VERIFY_EMAIL: Transaction = { name: 'verify_email', effect: true }

/** Confirms an address by the link of a mail, and returns when; null: the link was used by another request. */
export const verifyEmail = (db: Database, { id, userId, email }: OpenMail): Promise<Date | null> =>
  db.transaction(VERIFY_EMAIL, async (tx) => {
    if (userId === null || !(await useMail(tx, id))) return null
    const [person] = await tx.query(SET_VERIFIED, { userId, email })
    return person?.verifiedAt ?? null
  })
