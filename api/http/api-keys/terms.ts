import { coversCapability, type KeyLimits } from '../../../domain/access/key-limits.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import type { KeyChange } from '../../../usecases/access/change-api-key.ts'
import type { ApiKeyUpdate } from '../../schemas/api-key.ts'
import { invalidRequest } from '../../validation/check.ts'
import { budgetTermsOf } from '../budgets/present.ts'

/** The names that a key's limits may use. */
export interface TermsDeps {
  readonly capabilities: readonly Capability[]
  readonly known: KnownProviders
  readonly nowMs: () => number
}

/** The terms of a request; throws `invalid_request` for names that do not exist, and for a time that is over. */
export function keyChangeOf(deps: TermsDeps, body: ApiKeyUpdate): KeyChange {
  const { name, budget, allow, expires_at: expiresAt, approver } = body
  const faults = [
    ...(allow == null ? [] : faultsOfAllow(deps, allow)),
    ...(expiresAt != null && Date.parse(expiresAt) <= deps.nowMs()
      ? [{ path: '/expires_at', message: 'must be in the future' }]
      : []),
  ]
  if (faults.length > 0) throw invalidRequest(faults)
  return {
    name,
    budget: budgetTermsOf(budget),
    allow,
    expiresAt: expiresAt == null ? expiresAt : new Date(expiresAt),
    approver,
  }
}

function faultsOfAllow({ capabilities, known }: TermsDeps, allow: KeyLimits): { path: string; message: string }[] {
  return [
    ...(allow.capabilities ?? []).flatMap((pattern, index) =>
      capabilities.some(({ slug }) => coversCapability(pattern, slug))
        ? []
        : [{ path: `/allow/capabilities/${index}`, message: 'covers no capability' }],
    ),
    ...(allow.providers ?? []).flatMap((slug, index) =>
      known.findManifest(slug) === undefined ? [{ path: `/allow/providers/${index}`, message: 'is no provider' }] : [],
    ),
  ]
}
