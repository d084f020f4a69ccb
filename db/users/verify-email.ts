import { type OpenMail, useMail } from '../account-mails/use.ts'
import type { Database, Transaction } from '../database.ts'
import { statement } from '../statement.ts'

export const VERIFY_EMAIL: Transaction = { name: 'verify_email', effect: true }

export const SET_VERIFIED = statement<{ userId: string; email: string }, { verifiedAt: Date }>({
  name: 'set_email_verified',
  effect: 'within',
  text: `update app_user set email_verified_at = coalesce(email_verified_at, clock_timestamp())
    where id = :userId and email = :email returning email_verified_at as "verifiedAt"`,
})

/** Confirms an address by the link of a mail, and returns when; null: the link was used by another request. */
export const verifyEmail = (db: Database, { id, userId, email }: OpenMail): Promise<Date | null> =>
  db.transaction(VERIFY_EMAIL, async (tx) => {
    if (userId === null || !(await useMail(tx, id))) return null
    const [person] = await tx.query(SET_VERIFIED, { userId, email })
    return person?.verifiedAt ?? null
  })
