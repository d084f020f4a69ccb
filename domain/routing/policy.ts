import type { DataRegion } from '../providers/facts.ts'

/** How many providers one list names: more than serve any capability. */
export const PROVIDERS_LISTED_MAX = 50
/** How many capabilities and groups a policy has rules for: all of them, with room for new ones. */
export const CAPABILITIES_RULED_MAX = 100

/** Which providers may serve, and in which order. The same members in a request and in a workspace's policy. */
export interface RoutingRules {
  /** These come first, in this order. */
  readonly order?: readonly string[] | undefined
  readonly only?: readonly string[] | undefined
  readonly ignore?: readonly string[] | undefined
  readonly require?: { readonly data_region?: DataRegion | undefined } | undefined
}

/** The rules that are stated, and nothing else of a run's routing; a member that is not there stays absent. */
export const statedRules = ({ order, only, ignore, require }: RoutingRules) => ({
  ...(order === undefined ? {} : { order: [...order] }),
  ...(only === undefined ? {} : { only: [...only] }),
  ...(ignore === undefined ? {} : { ignore: [...ignore] }),
  ...(require === undefined ? {} : { require }),
})

/** What a run does whose own key its provider rejects: it ends, or providers that charge serve it. */
export const REJECTED_KEY_RULES = ['stop', 'pay_others'] as const
export type RejectedKeyRule = (typeof REJECTED_KEY_RULES)[number]

/** A workspace's policy (decisions, "routing policy"). Both environments share it. */
export interface RoutingPolicy {
  /** For every capability, and for raw endpoints. */
  readonly default: RoutingRules
  /** By capability (`contact.find`), or by group (`contact.*`). */
  readonly capabilities: Readonly<Record<string, RoutingRules>>
  /** Absent: `stop`, so that nothing is spent because a key has expired. */
  readonly own_key_rejected?: RejectedKeyRule | undefined
}

export const NO_ROUTING_POLICY: RoutingPolicy = { default: {}, capabilities: {} }

/** `contact.*` of `contact.find`. */
export const groupOf = (capability: string): string => `${capability.split('.')[0] ?? ''}.*`

/** The rules that a policy has for a capability, the nearest first; null: a raw endpoint. */
export function rulesOf({ default: always, capabilities }: RoutingPolicy, capability: string | null): RoutingRules[] {
  const named = capability === null ? [] : [capability, groupOf(capability)]
  return [...named.flatMap((name) => (Object.hasOwn(capabilities, name) ? (capabilities[name] ?? []) : [])), always]
}

type RuleSource = 'request' | 'policy'

interface SourcedRules {
  readonly source: RuleSource
  readonly rules: RoutingRules
}

/** All rules of one run, the nearest first: the request's, then the policy's. */
export const rulesOfRun = (request: RoutingRules, policy: readonly RoutingRules[]): SourcedRules[] => [
  { source: 'request', rules: request },
  ...policy.map((rules) => ({ source: 'policy' as const, rules })),
]

/** The order that counts is the nearest one; null: there is none. */
export function orderOf(
  all: readonly SourcedRules[],
): { readonly source: RuleSource; readonly providers: readonly string[] } | null {
  const nearest = all.find(({ rules }) => (rules.order ?? []).length > 0)
  return nearest === undefined ? null : { source: nearest.source, providers: nearest.rules.order ?? [] }
}

const SOURCE_WORDS: Readonly<Record<RuleSource, string>> = { request: 'the request', policy: 'the routing policy' }

interface RuledProvider {
  /** null: unknown. It is in no list. */
  readonly provider: string | null
  /** null: not stated. It fits no requirement. */
  readonly dataRegion: DataRegion | null
}

/**
 * Why the rules leave a provider out, or null. Every rule narrows: what one ignores, does not allow or does not find is
 * out, whatever the others state.
 */
export function ruledOut(all: readonly SourcedRules[], { provider, dataRegion }: RuledProvider): string | null {
  for (const { source, rules } of all) {
    if (isIn(rules.ignore ?? [], provider)) return `${SOURCE_WORDS[source]} ignores it`
    if (rules.only !== undefined && !isIn(rules.only, provider))
      return `${SOURCE_WORDS[source]} allows only ${listed(rules.only)}`
    const region = rules.require?.data_region
    if (region !== undefined && region !== dataRegion)
      return `its data_region is ${dataRegion === null ? 'not stated' : dataRegion}, not ${region}`
  }
  return null
}

const isIn = (list: readonly string[], provider: string | null): boolean => list.some((slug) => slug === provider)

/** What decides about the providers of one run. */
export interface RunRules {
  /** The request's, and the providers that its key may use; absent: all of them. */
  readonly routing: RoutingRules & { readonly allowed_providers?: readonly string[] | undefined }
  /** The rules of the workspace's policy for the capability, the nearest first; absent: it has none. */
  readonly policy?: readonly RoutingRules[]
}

/** Why a run may not be served by a provider, neither by a call nor by what was bought there before; null: it may. */
export function notAllowed({ routing, policy = [] }: RunRules, provided: RuledProvider): string | null {
  const allowed = routing.allowed_providers
  if (allowed !== undefined && !isIn(allowed, provided.provider)) return 'the API key does not allow it'
  return ruledOut(rulesOfRun(routing, policy), provided)
}

/** A reason repeats the list for each provider that it leaves out. */
const PROVIDERS_NAMED_MAX = 3

function listed(providers: readonly string[]): string {
  const more = providers.length - PROVIDERS_NAMED_MAX
  const named = providers.slice(0, PROVIDERS_NAMED_MAX).join(', ')
  return providers.length === 0 ? 'none' : `${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** The named offers first, in that order; the others as they came. */
export function inOrder<Offer extends { readonly provider: string }>(
  offers: readonly Offer[],
  providers: readonly string[],
): Offer[] {
  const named = providers.flatMap((slug) => offers.filter(({ provider }) => provider === slug))
  return [...new Set([...named, ...offers])]
}
