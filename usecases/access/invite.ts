import { type DraftMail, type Invitation, writeInvitationMail } from '../../db/access/account-mails/write.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { LOCK_ADDRESS, READ_INVITATION_STATE } from '../../db/access/members/invite.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'
import { judgeInvitation, type NotInvited } from '../../domain/accounts/invitation.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'

export const INVITE: Transaction = { name: 'invite_member', effect: true }

/** `beforeCommit` stores the request's answer in the same transaction. */
export const inviteMember = (
  db: Database,
  { draft, invitation }: { readonly draft: DraftMail; readonly invitation: Invitation },
  beforeCommit: (tx: Queries) => Promise<void>,
): Promise<'invited' | NotInvited> =>
  db.transaction(INVITE, async (tx) => {
    const { workspaceId, email, invitedBy } = invitation
    const quotaClass = await lockForQuota(tx, workspaceId)
    const mailbox = mailboxOf(email)
    await tx.query(LOCK_ADDRESS, { mailbox })
    const [state] = await tx.query(READ_INVITATION_STATE, { workspaceId, email, mailbox, invitedBy })
    if (state === undefined) throw new Error('a count returns its row')
    const refused = judgeInvitation(state, QUOTAS[quotaClass].people)
    if (refused !== null) return refused
    await writeInvitationMail(tx, draft, invitation)
    await beforeCommit(tx)
    return 'invited'
  })
