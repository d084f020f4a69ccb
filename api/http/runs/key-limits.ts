import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import { type KeyLimits, refusalOfLimits } from '../../../domain/access/key-limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { Problem } from '../../errors/problem.ts'
import type { CheckedWork } from './work.ts'

const limitsOf = (principal: Principal): KeyLimits | null => (principal.kind === 'key' ? principal.limits : null)

/** The work, with the providers and the cost that the key may use as part of its routing. */
export function withinLimits(principal: Principal, work: CheckedWork): CheckedWork {
  const { providers, max_run_cost: maxRunCost } = limitsOf(principal) ?? {}
  return {
    ...work,
    routing: {
      ...work.routing,
      ...(providers === undefined
        ? {}
        : { allowed_providers: providers, only: allowedOf(work.routing.only, providers) }),
      ...(maxRunCost === undefined ? {} : { max_run_cost: maxRunCost }),
    },
  }
}

/** A worker of an earlier build knows `only` as the limit of the key: it holds both. */
const allowedOf = (only: readonly string[] | undefined, providers: readonly string[]): readonly string[] =>
  only === undefined ? providers : providers.filter((provider) => only.includes(provider))

/**
 * Why the key may not do this, before a run exists (decisions, "a key's limits"); null: it may. The cost of a run is
 * judged with its plan.
 */
export function limitsRefusal(
  { known }: { readonly known: KnownProviders },
  principal: Principal,
  { work, routing, context }: Pick<NewRun, 'work' | 'routing'> & { readonly context: Pick<NewRun['context'], 'send'> },
): Problem | null {
  const allow = limitsOf(principal)
  if (allow === null) return null
  const capability = 'raw' in work ? null : work.capability
  const provider = 'raw' in work ? work.raw.provider : routing.provider === 'auto' ? null : routing.provider
  const reason =
    refusalOfLimits(allow, { capability, provider, sends: context.send !== null }) ??
    (capability === null || servedWithin(known, capability, allow)
      ? null
      : `may not use any provider of ${capability}; it may use ${(allow.providers ?? []).join(', ')}`)
  return reason === null ? null : new Problem('forbidden', `This API key ${reason}.`)
}

const servedWithin = ({ manifests }: KnownProviders, capability: string, { providers }: KeyLimits): boolean =>
  providers === undefined ||
  manifests.some(
    ({ slug, offers }) => providers.includes(slug) && offers.some((offer) => offer.capability === capability),
  )
