import { type DraftMail, type Invitation, writeInvitationMail } from '../../db/account-mails/write.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { LOCK_ADDRESS, READ_STANDING } from '../../db/members/invite.ts'
import { lockForQuota } from '../../db/workspaces/lock.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'

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
