import type { KeyLimits } from './key-limits.ts'
import { mayRole, type Role } from './roles.ts'
import { OAUTH_SCOPES, type OAuthScope } from './scopes.ts'

/**
 * Who may call a route (Spec 5). `read`, `run`, `write`: every key and session, and connected apps with that scope.
 * `owner`: keys without limits and sessions, never an app, for routes that decide over money, credentials, where data
 * goes, or the recipients and senders of mail. `session`: only people at the dashboard. A person who calls either
 * must own the workspace. `approve`: people who may start runs, and keys that were created as approvers, never an app:
 * they decide about runs that wait for an approval.
 * `self`: every person, about themselves: their password and sessions. `public`: every client, without a credential.
 */
export const ACCESS = ['public', ...OAUTH_SCOPES, 'owner', 'session', 'self', 'approve'] as const
export type Access = (typeof ACCESS)[number]

/** The facts about the caller that access depends on. */
export type AccessCaller =
  | { readonly kind: 'key'; readonly limits: KeyLimits | null; readonly approver: boolean }
  | { readonly kind: 'session'; readonly role: Role }
  | { readonly kind: 'app'; readonly scopes: readonly OAuthScope[] }

/** Why the caller may not call a route with this access, as a sentence; null if it may (Spec 4.11, 5.3, 5.5, 5.6). */
export function refusalOfAccess(access: Access, caller: AccessCaller): string | null {
  switch (access) {
    case 'public':
      return null
    case 'session':
    case 'self':
      if (caller.kind !== 'session')
        return 'This needs a dashboard session (`POST /v1/auth/signin`); an API key or a connected app cannot do it.'
      return access === 'self' ? null : refusalOfRole(access, caller.role)
    case 'owner':
      if (caller.kind === 'app') return 'A connected app cannot do this; use an API key or a dashboard session.'
      if (caller.kind === 'session') return refusalOfRole(access, caller.role)
      return caller.limits === null
        ? null
        : 'An API key with limits or a budget cannot do this; use a key without them or a dashboard session.'
    case 'approve':
      if (caller.kind === 'app') return 'No connected app can do this; use a dashboard session or an approver key.'
      if (caller.kind === 'session') return refusalOfRole('run', caller.role)
      return caller.approver
        ? null
        : 'This API key is no approver; use a dashboard session, or a key that was created with `approver`.'
    default:
      if (caller.kind === 'session') return refusalOfRole(access, caller.role)
      return caller.kind === 'key' || caller.scopes.includes(access)
        ? null
        : `The connected app was not given the scope \`${access}\`, or the role of its person does not allow it.`
  }
}

function refusalOfRole(access: OAuthScope | 'owner' | 'session', role: Role): string | null {
  const isAllowed = access === 'owner' || access === 'session' ? role === 'owner' : mayRole(role, access)
  return isAllowed
    ? null
    : `Your role in this workspace, ${role}, does not allow this. An owner of the workspace can do it.`
}
