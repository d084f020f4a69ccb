import { type DraftMail, INSERT_OPERATORS_LINK, valuesOf } from '../../db/access/account-mails/write.ts'
import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Transaction } from '../../db/database.ts'

export const MAKE_RESET_LINK: Transaction = { name: 'make_reset_link', effect: true }

/**
 * A link for a new password that an operator hands over, with an audit entry; false: there is no such person, or they
 * got many just now.
 */
export const makeResetLink = (
  db: Database,
  draft: DraftMail,
  { email, actor, reason }: { readonly email: string; readonly actor: string; readonly reason: string },
): Promise<boolean> =>
  db.transaction(MAKE_RESET_LINK, async (tx) => {
    const kind = 'reset_password'
    const [made] = await tx.query(INSERT_OPERATORS_LINK, { ...valuesOf(draft, kind, email), kind, person: email })
    if (made === undefined) return false
    const { workspaceId } = made
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId,
      action: 'password.link',
      before: null,
      after: { mail: draft.id },
    })
    return true
  })
