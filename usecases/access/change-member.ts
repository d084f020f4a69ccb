import type { Database, Queries, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import {
  END_MEMBERSHIP,
  ENTER_ANOTHER,
  OWN_NEW_WORKSPACE,
  READ_MEMBER,
  SET_ROLE,
} from '../../db/access/members/change.ts'
import type { StoredMember } from '../../db/access/members/members.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { leavesNoOwner, type Role } from '../../domain/access/roles.ts'
import { createWorkspace, type WelcomeCredit } from './create-workspace.ts'

export interface MemberRef {
  readonly workspaceId: string
  readonly userId: string
}

/** last_owner: a workspace keeps at least one owner. */
export type Refused = 'no_member' | 'last_owner'

export const CHANGE_ROLE: Transaction = { name: 'change_role', effect: true }

/** Takes effect with the person's next request. Invitations of a former owner end. */
export const changeRole = (db: Database, of: MemberRef, role: Role): Promise<StoredMember | Refused> =>
  db.transaction(CHANGE_ROLE, async (tx) => {
    const member = await lockedMember(tx, of)
    if (member === null) return 'no_member'
    if (leavesNoOwner(member, role)) return 'last_owner'
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

/**
 * Ends a membership, with the person's sessions, connected apps and open invitations in this workspace. A person who
 * belongs to no other one gets an empty workspace of their own: every account can sign in, and its address is not lost.
 */
export const removeMember = (db: Database, of: MemberRef, credit: WelcomeCredit): Promise<StoredMember | Refused> =>
  db.transaction(REMOVE_MEMBER, async (tx) => {
    const { workspaceId, userId } = of
    const member = await lockedMember(tx, of)
    if (member === null) return 'no_member'
    if (leavesNoOwner(member, null)) return 'last_owner'
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
