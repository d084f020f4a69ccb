import type { Role } from '../../../domain/access/roles.ts'
import { IN_FORCE } from '../account-mails/use.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface StoredMember {
  readonly userId: string
  readonly email: string
  readonly role: Role
  readonly since: Date
}

export const LIST_MEMBERS = statement<{ workspaceId: string }, StoredMember>({
  name: 'list_members',
  effect: false,
  text: `select u.id as "userId", u.email, m.role, m.created_at as since
    from member m join app_user u on u.id = m.user_id where m.workspace_id = :workspaceId
    order by m.created_at, u.id`,
})

/** The people of a workspace, oldest first; at most PEOPLE_MAX. */
export const listMembers = (db: Database, workspaceId: string): Promise<StoredMember[]> =>
  db.query(LIST_MEMBERS, { workspaceId })

export interface PendingInvitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly sentAt: Date | null
  /** Why the mail server refused it, in its words. */
  readonly refusal: string | null
}

export const LIST_INVITATIONS = statement<{ workspaceId: string }, PendingInvitation>({
  name: 'list_invitations',
  effect: false,
  neverNull: { 'an invitation has a role (check)': ['role'] },
  text: `select m.id, m.email, m.role, i.email as "invitedBy", m.created_at as "createdAt",
      m.expires_at as "expiresAt", m.sent_at as "sentAt", m.refusal
    from account_mail m left join app_user i on i.id = m.invited_by
    where m.workspace_id = :workspaceId and m.kind = 'invitation' and ${IN_FORCE}
    order by m.id desc`,
})

/** The invitations that may still be accepted, newest first. */
export const listInvitations = (db: Database, workspaceId: string): Promise<PendingInvitation[]> =>
  db.query(LIST_INVITATIONS, { workspaceId })

export const WITHDRAW_INVITATION = statement<{ id: string; workspaceId: string }, { id: string }>({
  name: 'withdraw_invitation',
  effect: true,
  text: `update account_mail set used_at = coalesce(used_at, clock_timestamp()), sweep_at = null
    where id = :id and workspace_id = :workspaceId and kind = 'invitation' returning id`,
})

/** Makes the link of an invitation void; false: the workspace has no such invitation. */
export const withdrawInvitation = async (db: Database, workspaceId: string, id: string): Promise<boolean> =>
  (await db.query(WITHDRAW_INVITATION, { id, workspaceId })).length === 1

export interface OwnWorkspace {
  readonly id: string
  readonly name: string
  readonly role: Role
}

export const LIST_OWN_WORKSPACES = statement<{ userId: string }, OwnWorkspace>({
  name: 'list_own_workspaces',
  effect: false,
  text: `select w.id, w.name, m.role from member m join workspace w on w.id = m.workspace_id
    where m.user_id = :userId order by m.created_at, w.id`,
})

/** The workspaces that a person belongs to, oldest membership first. */
export const listOwnWorkspaces = (db: Database, userId: string): Promise<OwnWorkspace[]> =>
  db.query(LIST_OWN_WORKSPACES, { userId })
