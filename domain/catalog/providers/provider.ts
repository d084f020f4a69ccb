import type { Rate } from '../rate.ts'
import type { KnownActor } from './actors.ts'
import { NO_RATE } from './no-rate.ts'

/** A provider as the catalog knows it: facts, with or without an adapter in this build. */
export interface CatalogProvider {
  readonly slug: string
  readonly title: string
  readonly kind: 'search_data' | 'actors' | 'contact_data' | 'company_data' | 'email' | 'web_search' | 'public_data'
  /** The base of the paths in its catalog; no trailing slash. */
  readonly baseUrl: string
  readonly auth: Auth
  /**
   * `ready`: listed, the platform's account or an adapter is pending. `excluded`: never raw, for `reason` (Spec 1.3).
   */
  readonly status: 'live' | 'ready' | 'excluded'
  readonly reason: string | null
  /**
   * The kind of a POST body: one task or an array of tasks, an actor's own input, or JSON in the endpoint's own shape.
   */
  readonly bodies: 'task' | 'actor_input' | 'json'
  /** Public federal data: settles at 0 (Spec 4.3.6). */
  readonly free: boolean
  /**
   * Whose objects its endpoints touch. `public`: no customer's, a key only counts calls. `data`: the provider's own
   * data, so a POST only reads. `account`: the objects stored in the account, so only `opened` endpoints are called
   * with the platform's key. `unknown`: not reviewed, so the name of a POST must show that it only reads.
   */
  readonly tenancy: 'public' | 'data' | 'account' | 'unknown'
  /** `METHOD /path` that the platform's key may call although `tenancy` is `account`. */
  readonly opened?: readonly string[]
  /** Path segments that mean the account here, in addition to the general ones. */
  readonly accountWords?: readonly string[]
  /** Body members that name an earlier call's result, required or not; any workspace may have made that call. */
  readonly resultIds?: readonly string[]
  /** `METHOD /path` whose body is an actor's input. */
  readonly actorRuns?: readonly string[]
  /** Well-known actors, each a separate endpoint next to the one (`METHOD /path`) that starts any actor. */
  readonly actors?: { readonly start: string; readonly known: readonly KnownActor[] }
  /** Other prefixes of its paths, for instance older ones, and their replacements. */
  readonly aliases?: readonly { readonly from: string; readonly to: string }[]
  /** Placeholders whose values are paths themselves. */
  readonly slashes?: readonly string[]
  /**
   * Query members that only the adapter sets on the platform's account: they change its credential, its bill or its
   * permissions.
   */
  readonly reservedQuery?: readonly string[]
  readonly cost: ProviderCost
  /** The source of each fact: A first-party, B transcription or uncertain. */
  readonly sources: readonly string[]
}

export type Auth =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'basic' | 'bearer' }
  /** `required: false`: works without a key, more slowly. `prefix`: the text before the key in the header. */
  | { readonly scheme: 'header' | 'query'; readonly name: string; readonly required: boolean; readonly prefix?: string }

export interface ProviderCost {
  readonly model: 'free' | 'per_call' | 'per_task' | 'per_result' | 'per_event'
  readonly note: string
  /** Where the rates were published. */
  readonly published?: string
  /** The provider's own rate in USD by `METHOD /path`, if a list price is known. */
  readonly rates?: Readonly<Record<string, string | Rate>>
  /** The rate of a call by its family, where single calls are too many for `rates`. */
  readonly rateOf?: (call: PricedCall) => Rate | 'free' | null
  /** `METHOD /path` that the provider answers free of charge. */
  readonly free?: readonly string[]
  /** `METHOD /path` whose answer reports the cost, which the provider's raw rule reads; `all` of them. */
  readonly reported?: readonly string[] | 'all'
}

/** The facts of a call that its rate may depend on. */
export interface PricedCall {
  readonly method: string
  readonly endpoint: string
  /** The members of its body. */
  readonly members: readonly string[]
}

/** Members of a query by which frameworks read a call as one of another method: its rules would be those of a read. */
const METHOD_OVERRIDES = ['_method', 'x-http-method-override']

/** Query names for the provider's credential, and other reserved ones: no parameter of the caller may use them. */
export function reservedQueryOf(provider: CatalogProvider): string[] {
  const credential = provider.auth.scheme === 'query' ? [provider.auth.name] : []
  return [...credential, ...METHOD_OVERRIDES, ...(provider.reservedQuery ?? [])]
}

/** The default for a provider that an operator imports before its facts are known: listed, with careful rules. */
export function unlistedProvider(slug: string, title: string, baseUrl: string): CatalogProvider {
  return {
    slug,
    title,
    baseUrl,
    kind: 'company_data',
    auth: { scheme: 'bearer' },
    status: 'ready',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'unknown',
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['Not looked at: made from the imported document.'],
  }
}
