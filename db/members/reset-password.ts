import { type OpenMail, useMail, voidResetMails } from '../account-mails/use.ts'
import { forgetArtifactsSql } from '../connected-apps/grants.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { END_SESSIONS_OF_OLD_PASSWORD } from '../sessions/own.ts'
import { type NewSession, openSession } from '../sessions/queries.ts'
import { statement } from '../statement.ts'
import { lockWorkspace } from '../workspaces/lock.ts'
import type { WelcomeCredit } from '../workspaces/queries.ts'
import { endMembership } from './change.ts'

export const RESET_PASSWORD: Transaction = { name: 'reset_password', effect: true }

/** Who reads the mail has the address. */
const REPLACE_FORGOTTEN_HASH = statement<
  { userId: string; hash: string },
  { workspaceId: string; workspace: string; confirmsFirst: boolean }
>({
  name: 'replace_forgotten_hash',
  effect: 'within',
  text: `update app_user u set password_hash = :hash,
      email_verified_at = coalesce(u.email_verified_at, clock_timestamp())
    from workspace w, (select id, email_verified_at from app_user where id = :userId for update) before
    where u.id = before.id and w.id = u.workspace_id
    returning u.workspace_id as "workspaceId", w.name as workspace,
      before.email_verified_at is null as "confirmsFirst"`,
})

/** What the workspace's keys and apps may do ends, and nothing leaves it by an earlier webhook or callback. */
const REVOKE_EARLIER = statement<{ workspaceId: string }>({
  name: 'revoke_before_confirmation',
  effect: 'within',
  text: `with keys as (
      update api_key set revoked_at = clock_timestamp() where workspace_id = :workspaceId and revoked_at is null
    ), webhooks as (
      update webhook_endpoint set enabled = false, disabled_reason = 'The address of the account was confirmed later.',
        failing_since = null, last_failed_at = null
      where workspace_id = :workspaceId and enabled and not callbacks
    ), invitations as (
      update account_mail set used_at = clock_timestamp(), sweep_at = null
      where workspace_id = :workspaceId and kind = 'invitation' and used_at is null
    ), apps as (
      update connected_app set revoked_at = clock_timestamp()
      where workspace_id = :workspaceId and revoked_at is null returning id
    )
    ${forgetArtifactsSql('select id from apps')}`,
})

const OTHER_MEMBERS = statement<{ workspaceId: string; userId: string }, { userId: string; email: string }>({
  name: 'read_other_members',
  effect: false,
  text: `select m.user_id as "userId", u.email from member m join app_user u on u.id = m.user_id
    where m.workspace_id = :workspaceId and m.user_id <> :userId order by m.user_id`,
})

export interface ResetSession {
  readonly session: NewSession
  readonly workspace: { readonly id: string; readonly name: string }
  /** The address was not confirmed before: what others may have prepared in the workspace has ended. */
  readonly confirmsFirst: boolean
}

interface Reset {
  readonly mail: OpenMail
  readonly hash: string
  readonly userAgent: string | null
  /** Of the workspace that a member gets who belongs to no other one. */
  readonly credit: WelcomeCredit
}

/**
 * Sets the password of a person by the link of a mail, ends all their sessions, and opens one. Another person
 * may have signed up with an address that was never confirmed: keys, apps, members and webhooks of before end. null:
 * the link was used by another request.
 */
export const resetPassword = (db: Database, { mail, hash, userAgent, credit }: Reset): Promise<ResetSession | null> =>
  db.transaction(RESET_PASSWORD, async (tx) => {
    const { userId } = mail
    if (userId === null || !(await useMail(tx, mail.id))) return null
    // As changes of members lock: the workspace before the person.
    await lockWorkspace(tx, mail.workspaceId)
    const [person] = await tx.query(REPLACE_FORGOTTEN_HASH, { userId, hash })
    if (person === undefined) throw new Error('the mail is to a person who is gone')
    const { workspaceId, confirmsFirst } = person
    if (confirmsFirst) await endWhatOthersMade(tx, { workspaceId, userId }, credit)
    await voidResetMails(tx, { userId, email: mail.email })
    await tx.query(END_SESSIONS_OF_OLD_PASSWORD, { userId, exceptId: null })
    const session = await openSession(tx, { userId, workspaceId, userAgent })
    return { session, workspace: { id: workspaceId, name: person.workspace }, confirmsFirst }
  })

async function endWhatOthersMade(
  tx: Queries,
  of: { readonly workspaceId: string; readonly userId: string },
  credit: WelcomeCredit,
): Promise<void> {
  const { workspaceId } = of
  await tx.query(REVOKE_EARLIER, { workspaceId })
  for (const { userId, email } of await tx.query(OTHER_MEMBERS, of))
    await endMembership(tx, { workspaceId, userId, email }, credit)
}
