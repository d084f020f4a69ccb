import type { KeyLimits } from './key-limits.ts'
import type { OAuthScope } from './scopes.ts'
import type { Role } from './roles.ts'
import type { Environment } from '../runs/states.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
  /** No known person answers for the workspace yet (`domain/plans/quotas.ts`); left out: one does, or it is an app. */
  readonly inQuarantine?: boolean
}

/** An API key (Spec 5.2). */
export interface KeyPrincipal extends Owner {
  readonly kind: 'key'
  readonly apiKeyId: string
  /** null: the key may do all that keys may. A key with limits or a budget decides over nothing of the workspace. */
  readonly limits: KeyLimits | null
  /** Whether it may decide about runs that wait for an approval, of other keys and apps. */
  readonly approver: boolean
}

/** A person at the dashboard (Spec 5.3); its runs count as `no_key_usage` (Spec 2.5). */
export interface SessionPrincipal extends Owner {
  readonly kind: 'session'
  readonly apiKeyId: null
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
}

/** An app that a person connected over OAuth (Spec 5.6); its runs count as `no_key_usage` too. */
export interface AppPrincipal extends Owner {
  readonly kind: 'app'
  readonly apiKeyId: null
  /** The connected app, to which its grant and its tokens belong. */
  readonly appId: string
  readonly scopes: readonly OAuthScope[]
}

/** The authenticated caller of a request (Spec 5): always exactly one workspace in exactly one environment. */
export type Principal = KeyPrincipal | SessionPrincipal | AppPrincipal

/** What a path names by its id: an object of another workspace or environment does not exist for the caller. */
export const ownRef = ({ workspaceId, environment }: Principal, id: string): Owner & { readonly id: string } => ({
  id,
  workspaceId,
  environment,
})
