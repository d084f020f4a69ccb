import { type DraftMail, type Invitation, writeInvitationMail } from '../account-mails/write.ts'
import { IN_FORCE } from '../account-mails/use.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import { statement } from '../statement.ts'
import { lockForQuota } from '../workspaces/lock.ts'

/** A workspace cannot make the service write to many strangers. */
export const INVITATIONS_PER_HOUR_MAX = 20

export const INVITE: Transaction = { name: 'invite_member', effect: true }

interface Standing {
  readonly isMember: boolean
  readonly people: number
  readonly lately: number
}

const READ_STANDING = statement<{ workspaceId: string; email: string }, Standing>({
  name: 'read_standing_of_invitation',
  effect: false,
  text: `select exists (select from member m join app_user u on u.id = m.user_id
        where m.workspace_id = :workspaceId and u.email = :email) as "isMember",
      (select count(*) from member where workspace_id = :workspaceId)::integer
        + (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
            and ${IN_FORCE} and email <> :email)::integer as people,
      (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
        and created_at > clock_timestamp() - interval '1 hour')::integer as lately`,
})

/** `also` stores the request's answer in the same transaction. */
export const inviteMember = (
  db: Database,
  { draft, invitation }: { readonly draft: DraftMail; readonly invitation: Invitation },
  also: (tx: Queries) => Promise<void>,
): Promise<'invited' | 'is_member' | 'too_many_people' | 'too_many_lately'> =>
  db.transaction(INVITE, async (tx) => {
    const { workspaceId, email } = invitation
    const quotaClass = await lockForQuota(tx, workspaceId)
    const [standing] = await tx.query(READ_STANDING, { workspaceId, email })
    if (standing === undefined) throw new Error('a count returns its row')
    if (standing.isMember) return 'is_member'
    if (standing.people >= QUOTAS[quotaClass].people) return 'too_many_people'
    if (standing.lately >= INVITATIONS_PER_HOUR_MAX) return 'too_many_lately'
    await writeInvitationMail(tx, draft, invitation)
    await also(tx)
    return 'invited'
  })
