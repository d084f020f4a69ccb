import type { Role } from '../../domain/access/roles.ts'
import { forgetArtifactsSql } from '../connected-apps/grants.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { newId } from '../ids.ts'
import { statement } from '../statement.ts'
import { lockWorkspace } from '../workspaces/lock.ts'
import { createWorkspace, type WelcomeCredit } from '../workspaces/queries.ts'
import type { StoredMember } from './members.ts'

export interface MemberRef {
  readonly workspaceId: string
  readonly userId: string
}

export const READ_MEMBER = statement<MemberRefValues, StoredMember & { readonly otherOwners: number }>({
  name: 'read_member',
  effect: false,
  text: `select u.id as "userId", u.email, m.role, m.created_at as since,
      (select count(*) from member o where o.workspace_id = m.workspace_id and o.role = 'owner'
        and o.user_id <> m.user_id)::integer as "otherOwners"
    from member m join app_user u on u.id = m.user_id where m.workspace_id = :workspaceId and m.user_id = :userId`,
})

type MemberRefValues = { workspaceId: string; userId: string }

/** last_owner: a workspace keeps at least one owner. */
export type Refused = 'no_member' | 'last_owner'

export const CHANGE_ROLE: Transaction = { name: 'change_role', effect: true }

/** Who decides over people no longer has decided that more of them come. */
const END_INVITATIONS_SQL = `update account_mail set used_at = clock_timestamp(), sweep_at = null
      where workspace_id = :workspaceId and invited_by = :userId and kind = 'invitation' and used_at is null`

export const SET_ROLE = statement<MemberRefValues & { role: Role }>({
  name: 'set_role',
  effect: 'within',
  text: `with invitations as (
      ${END_INVITATIONS_SQL} and :role <> 'owner'
    )
    update member set role = :role where workspace_id = :workspaceId and user_id = :userId`,
})

/** Takes effect with the person's next request. Invitations of a former owner end. */
export const changeRole = (db: Database, of: MemberRef, role: Role): Promise<StoredMember | Refused> =>
  db.transaction(CHANGE_ROLE, async (tx) => {
    const member = await lockedMember(tx, of)
    if (member === null) return 'no_member'
    if (member.role === 'owner' && role !== 'owner' && member.otherOwners === 0) return 'last_owner'
    await tx.query(SET_ROLE, { workspaceId: of.workspaceId, userId: of.userId, role })
    return { ...member, role }
  })

/** Changes of members of one workspace happen one after another: of two owners who leave at once, one stays. */
async function lockedMember(tx: Queries, { workspaceId, userId }: MemberRef) {
  await lockWorkspace(tx, workspaceId)
  const [member] = await tx.query(READ_MEMBER, { workspaceId, userId })
  return member ?? null
}

export const REMOVE_MEMBER: Transaction = { name: 'remove_member', effect: true }

export const END_MEMBERSHIP = statement<MemberRefValues>({
  name: 'end_membership',
  effect: 'within',
  text: `with gone as (
      delete from member where workspace_id = :workspaceId and user_id = :userId
    ), invitations as (
      ${END_INVITATIONS_SQL}
    ), sessions as (
      update session set revoked_at = clock_timestamp()
        where user_id = :userId and workspace_id = :workspaceId and revoked_at is null
    ), apps as (
      update connected_app set revoked_at = clock_timestamp()
        where user_id = :userId and workspace_id = :workspaceId and revoked_at is null returning id
    )
    ${forgetArtifactsSql('select id from apps')}`,
})

/** Where the person signs in from now on: where they did, or else in their oldest one; no row: they have no other. */
export const ENTER_ANOTHER = statement<MemberRefValues, { id: string }>({
  name: 'enter_another_workspace',
  effect: 'within',
  text: `update app_user u set workspace_id = o.workspace_id
    from (select m.workspace_id from member m join app_user p on p.id = m.user_id
      where m.user_id = :userId and m.workspace_id <> :workspaceId
      order by m.workspace_id = p.workspace_id desc, m.created_at limit 1) o
    where u.id = :userId returning u.id`,
})

export const OWN_NEW_WORKSPACE = statement<MemberRefValues>({
  name: 'own_new_workspace',
  effect: 'within',
  text: `with person as (
      update app_user set workspace_id = :workspaceId where id = :userId
    )
    insert into member (workspace_id, user_id, role) values (:workspaceId, :userId, 'owner')`,
})

/**
 * Ends a membership, with the person's sessions, connected apps and open invitations in this workspace. A person who
 * belongs to no other one gets an empty workspace of their own: every account can sign in, and its address is not lost.
 */
export const removeMember = (db: Database, of: MemberRef, credit: WelcomeCredit): Promise<StoredMember | Refused> =>
  db.transaction(REMOVE_MEMBER, async (tx) => {
    const { workspaceId, userId } = of
    const member = await lockedMember(tx, of)
    if (member === null) return 'no_member'
    if (member.role === 'owner' && member.otherOwners === 0) return 'last_owner'
    await endMembership(tx, { workspaceId, userId, email: member.email }, credit)
    return member
  })

/** The same in the caller's transaction, under the lock of the workspace. */
export async function endMembership(
  tx: Queries,
  { workspaceId, userId, email }: MemberRef & { readonly email: string },
  credit: WelcomeCredit,
): Promise<void> {
  await tx.query(END_MEMBERSHIP, { workspaceId, userId })
  const [elsewhere] = await tx.query(ENTER_ANOTHER, { workspaceId, userId })
  if (elsewhere !== undefined) return
  const id = newId('ws')
  await createWorkspace(tx, { id, name: email, seededAs: null, credit })
  await tx.query(OWN_NEW_WORKSPACE, { workspaceId: id, userId })
}
