import { type DraftMail, type Invitation, writeInvitationMail } from '../account-mails/write.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { MAILBOX_SQL, REFUSES_SQL } from '../account-mails/refuse.ts'
import { IN_FORCE } from '../account-mails/use.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import { statement } from '../statement.ts'
import { lockForQuota } from '../workspaces/lock.ts'

/** A workspace cannot make the service write to many people who do not know it. */
export const INVITATIONS_PER_HOUR_MAX = 20

/** Over all workspaces: no person needs more of them, and one person with many workspaces sends no more. */
export const INVITATIONS_TO_ADDRESS_PER_HOUR_MAX = 5

/** Why nothing was sent. `not_confirmed`: the address of the person who invites. `refuses`: that of the invited one. */
export type NotInvited =
  | 'not_confirmed'
  | 'is_member'
  | 'refuses'
  | 'too_many_people'
  | 'too_many_lately'
  | 'too_many_to_address'

export const INVITE: Transaction = { name: 'invite_member', effect: true }

interface Standing {
  readonly isMember: boolean
  readonly people: number
  readonly lately: number
  /** To this mailbox, by all workspaces. */
  readonly latelyToAddress: number
  readonly isConfirmed: boolean
  readonly refuses: boolean
}

/** Two workspaces that invite one mailbox at once: the second counts the mail of the first. */
export const LOCK_ADDRESS = statement<{ mailbox: string }>({
  name: 'lock_invited_address',
  effect: false,
  text: `select pg_advisory_xact_lock(hashtextextended('invitation ' || :mailbox::text, 0))`,
})

export const READ_STANDING = statement<
  { workspaceId: string; email: string; mailbox: string; invitedBy: string },
  Standing
>({
  name: 'read_standing_of_invitation',
  effect: false,
  text: `select exists (select from member m join app_user u on u.id = m.user_id
        where m.workspace_id = :workspaceId and u.email = :email) as "isMember",
      (select count(*) from member where workspace_id = :workspaceId)::integer
        + (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
            and ${IN_FORCE} and email <> :email)::integer as people,
      (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
        and created_at > clock_timestamp() - interval '1 hour')::integer as lately,
      (select count(*) from account_mail m where ${MAILBOX_SQL} = :mailbox and kind = 'invitation'
        and created_at > clock_timestamp() - interval '1 hour')::integer as "latelyToAddress",
      exists (select from app_user where id = :invitedBy and email_verified_at is not null) as "isConfirmed",
      ${REFUSES_SQL} as refuses`,
})

/** `also` stores the request's answer in the same transaction. */
export const inviteMember = (
  db: Database,
  { draft, invitation }: { readonly draft: DraftMail; readonly invitation: Invitation },
  also: (tx: Queries) => Promise<void>,
): Promise<'invited' | NotInvited> =>
  db.transaction(INVITE, async (tx) => {
    const { workspaceId, email, invitedBy } = invitation
    const quotaClass = await lockForQuota(tx, workspaceId)
    const mailbox = mailboxOf(email)
    await tx.query(LOCK_ADDRESS, { mailbox })
    const [standing] = await tx.query(READ_STANDING, { workspaceId, email, mailbox, invitedBy })
    if (standing === undefined) throw new Error('a count returns its row')
    if (!standing.isConfirmed) return 'not_confirmed'
    if (standing.isMember) return 'is_member'
    if (standing.refuses) return 'refuses'
    if (standing.people >= QUOTAS[quotaClass].people) return 'too_many_people'
    if (standing.lately >= INVITATIONS_PER_HOUR_MAX) return 'too_many_lately'
    if (standing.latelyToAddress >= INVITATIONS_TO_ADDRESS_PER_HOUR_MAX) return 'too_many_to_address'
    await writeInvitationMail(tx, draft, invitation)
    await also(tx)
    return 'invited'
  })
