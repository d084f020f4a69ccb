import type { Role } from '../../../domain/access/roles.ts'
import type { MailKind } from '../../../domain/accounts/mails.ts'
import { isMailToken } from '../../../domain/keys/mail-token.ts'
import type { Database, Queries } from '../../database.ts'
import { hashToken } from '../../hash-token.ts'
import { statement } from '../../statement.ts'

/** The condition of a mail whose link works. */
export const IN_FORCE = 'used_at is null and expires_at > clock_timestamp()'

/** A mail whose link works. */
export interface OpenMail {
  readonly id: string
  readonly email: string
  /** The person it was sent to; null for an invitation. */
  readonly userId: string | null
  readonly workspaceId: string
  readonly workspace: string
  /** Of an invitation. */
  readonly role: Role | null
  readonly invitedBy: string | null
}

export const FIND_OPEN_MAIL = statement<{ kind: MailKind; tokenHash: Buffer }, OpenMail>({
  name: 'find_open_mail',
  effect: false,
  text: `select m.id, m.email, m.user_id as "userId", m.workspace_id as "workspaceId", w.name as workspace, m.role,
      i.email as "invitedBy"
    from account_mail m join workspace w on w.id = m.workspace_id left join app_user i on i.id = m.invited_by
    where m.token_hash = :tokenHash and m.kind = :kind and ${IN_FORCE}`,
})

/** null: the token is malformed, there is no such link, or it was used, made void, or has expired. */
export async function findOpenMail(db: Database, kind: MailKind, token: string): Promise<OpenMail | null> {
  if (!isMailToken(token)) return null
  const [mail] = await db.query(FIND_OPEN_MAIL, { kind, tokenHash: hashToken(token) })
  return mail ?? null
}

export const USE_MAIL = statement<{ id: string }, { id: string }>({
  name: 'use_mail',
  effect: 'within',
  text: `update account_mail set used_at = clock_timestamp(), sweep_at = null where id = :id and ${IN_FORCE}
    returning id`,
})

/** Uses a link up, in the transaction of its effect; false: another request was first. */
export const useMail = async (tx: Queries, id: string): Promise<boolean> =>
  (await tx.query(USE_MAIL, { id })).length === 1

export const VOID_RESET_MAILS = statement<{ userId: string; email: string }>({
  name: 'void_reset_mails',
  effect: 'within',
  text: `update account_mail set used_at = clock_timestamp(), sweep_at = null
    where email = :email and kind = 'reset_password' and user_id = :userId and used_at is null`,
})

/** After a new password no earlier link sets another one. */
export const voidResetMails = (tx: Queries, of: { readonly userId: string; readonly email: string }) =>
  tx.query(VOID_RESET_MAILS, { userId: of.userId, email: of.email })
