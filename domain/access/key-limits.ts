import type { RoutingRequest } from '../routing/plan.ts'

/** What a key may do (Spec 4.11; decisions, "a key's limits"). A member that is left out limits nothing. */
export interface KeyLimits {
  /** Slugs, or all slugs that begin alike: `contact.*`. */
  readonly capabilities?: readonly string[]
  readonly providers?: readonly string[]
  readonly raw?: boolean
  readonly sends?: boolean
  /** USD: the most that a single run may hold. */
  readonly max_run_cost?: string
}

/** The work of a request, as far as a key's limits concern it. */
export interface LimitedWork {
  /** null: a raw run. */
  readonly capability: string | null
  /** The provider of a raw run, or the pinned one; null: any. */
  readonly provider: string | null
  readonly sends: boolean
}

/** Whether a pattern of `KeyLimits.capabilities` covers the capability. */
export const coversCapability = (pattern: string, slug: string): boolean =>
  pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : pattern === slug

/** Why the key may not do the work, as words that follow "This API key"; null if it may. */
export function refusalOfLimits(allow: KeyLimits, { capability, provider, sends }: LimitedWork): string | null {
  if (capability === null && allow.raw === false) return 'makes no raw calls'
  if (sends && allow.sends === false) return 'sends no messages'
  if (
    capability !== null &&
    allow.capabilities !== undefined &&
    !allow.capabilities.some((pattern) => coversCapability(pattern, capability))
  )
    return `may not run ${capability}; it may run ${allow.capabilities.join(', ')}`
  if (provider !== null && allow.providers?.includes(provider) === false)
    return `may not use ${provider}; it may use ${allow.providers.join(', ')}`
  return null
}

/**
 * The routing of a run under the limits of its payer; null: it has none. The limits of the request's maker are
 * replaced, and `only`, which may hold the providers of its maker, is narrowed.
 */
export function routingWithin<Routing extends RoutingRequest>(routing: Routing, limits: KeyLimits | null): Routing {
  const { allowed_providers: _providers, max_run_cost: _cost, ...request } = routing
  const { providers, max_run_cost: most } = limits ?? {}
  return {
    ...(request as Routing),
    ...(providers === undefined ? {} : { allowed_providers: providers, only: within(request.only, providers) }),
    ...(most === undefined ? {} : { max_run_cost: most }),
  }
}

/** A worker of an earlier build knows `only` as the limit of the key: it holds both. */
const within = (only: readonly string[] | undefined, providers: readonly string[]): readonly string[] =>
  only === undefined ? providers : providers.filter((provider) => only.includes(provider))
