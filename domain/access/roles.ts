import type { OAuthScope } from './scopes.ts'

/**
 * What a person may do in a workspace. A viewer reads. A member also starts runs and changes data. An owner also
 * decides over money, credentials, senders and people.
 */
export const ROLES = ['owner', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** What each role but the owner's may do, in the words of the routes' access. */
const MAY: Readonly<Record<Role, readonly OAuthScope[]>> = {
  owner: ['read', 'run', 'write'],
  member: ['read', 'run', 'write'],
  viewer: ['read'],
}

export const mayRole = (role: Role, access: OAuthScope): boolean => MAY[role].includes(access)

/** A workspace keeps at least one owner; `to`: the new role of this member, null when they leave. */
export const leavesNoOwner = (
  member: { readonly role: Role; readonly otherOwners: number },
  to: Role | null,
): boolean => member.role === 'owner' && to !== 'owner' && member.otherOwners === 0

/** A role with its article: `an owner`. */
export const roleName = (role: Role): string => (role === 'owner' ? 'an owner' : `a ${role}`)
