import Type, { type Static } from 'typebox'
import type { AnswerShape } from './answer-shape.ts'
import type { ActorPrice, Rate, Surcharge } from './rate.ts'

/**
 * One raw endpoint of a provider's catalog (Spec 2.3): facts, no prose. All of it is bounded; a member `omitted…`
 * counts the facts that a bound cut off, so none is lost silently.
 *
 * Identity: provider + method + path. The specification names an endpoint only by provider and path, so a lookup also
 * takes the method, or `METHOD /path` as the endpoint. Without either it prefers an endpoint that the platform's key
 * may call, then GET, POST, PUT, PATCH, DELETE (see `byPreference`).
 */

/** The largest DataForSEO task has 64 members, the largest Apollo search 47. */
export const PROPERTIES_MAX = 120
/** Country lists have hundreds of values; a reader only needs to see their kind. */
export const ENUM_MAX = 24
/** How many members of a nested object are named; deeper levels are not described. */
export const FIELDS_MAX = 16
export const TAGS_MAX = 4
export const TAG_LENGTH_MAX = 60
export const TITLE_LENGTH_MAX = 90
export const VALUE_LENGTH_MAX = 80
/** For catalogs that an operator imports with their prose; the shipped catalog has none. */
export const PROSE_LENGTH_MAX = 400

/** The methods of HTTP, of the catalog and of our own routes, in the order in which a reader wants to see them. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

const closed = { additionalProperties: false } as const
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** The facts of one value. `type` is a JSON type, several joined by `|`, `file` or `any`. */
export const ValueDescriptionSchema = Type.Object(
  {
    type: Type.String(),
    /** Type of an array's items. */
    items: Type.Optional(Type.String()),
    /** Members of an object, or of the objects in an array: names only. */
    fields: Type.Optional(Type.Array(Type.String())),
    omittedFields: Type.Optional(Type.Integer()),
    enum: Type.Optional(Type.Array(Scalar)),
    omittedValues: Type.Optional(Type.Integer()),
    format: Type.Optional(Type.String()),
    default: Type.Optional(Scalar),
    /** How a query array or object is written; absent: the name is repeated. */
    style: Type.Optional(
      Type.Union([
        Type.Literal('comma'),
        Type.Literal('space'),
        Type.Literal('tab'),
        Type.Literal('pipe'),
        Type.Literal('deep'),
        Type.Literal('json'),
      ]),
    ),
    /** A path value that is a path itself: its slashes are not encoded. */
    slashes: Type.Optional(Type.Literal(true)),
  },
  closed,
)
export type ValueDescription = Static<typeof ValueDescriptionSchema>

export interface Fields {
  readonly properties: Readonly<Record<string, ValueDescription>>
  readonly required: readonly string[]
  /** How many properties the bound left out. */
  readonly omitted?: number
}

export interface Body extends Fields {
  /** `array`: the properties are those of its items. */
  readonly type: string
  readonly encoding: 'json' | 'form' | 'multipart'
  /** The provider refuses a call without one. */
  readonly needed: boolean
}

/** Why only the workspace's own key may call an endpoint (`account-rule.ts` has a sentence for each). */
export const OWN_KEY_RULES = [
  'account',
  'stored_objects',
  'stored_result',
  'changes',
  'sends',
  'payment',
  'foreign_host',
  'not_opened',
] as const
/** `unpriced` is computed when the catalog is loaded: a rate that becomes known opens the endpoint. */
export type OwnKeyRule = (typeof OWN_KEY_RULES)[number] | 'unpriced'

/** What the charge of a delivered call follows. */
export const COST_BASES = ['rate_card', 'reported', 'free'] as const

export type ShownSurcharge = Surcharge & { readonly group?: number }

export interface Cost {
  readonly model: 'free' | 'per_call' | 'per_task' | 'per_result' | 'per_event'
  /** null: no price is known. */
  readonly basis: (typeof COST_BASES)[number] | null
  /** The caller's price of a usual call, USD; null: no published rate is known, so the hold is 1.00 (Spec 4.3.1). */
  readonly estimate: string | null
  readonly currency: 'USD'
  readonly note: string
  /** Where the rate of the estimate was published. */
  readonly published?: string
  /** The member of the input or the query with the items, or their number, that the estimate grows with. */
  readonly each?: string
  /** What `per` of these items cost, and how many a call is estimated for that names none. */
  readonly item?: { readonly price: string; readonly per: number; readonly usual: number }
  /** All members that the price grows with, where there are several: the one with the most units of `item` counts. */
  readonly units?: readonly { readonly member: string; readonly per: number }[]
  /** The part of the estimate that is paid once for the call, in addition to its items. */
  readonly base?: string
  /** Members of the request that multiply the estimate; of a group the largest that applies. */
  readonly surcharges?: readonly ShownSurcharge[]
}

export interface CatalogEndpoint {
  readonly provider: string
  readonly method: Method
  /** The provider's own path, verbatim, placeholders included. */
  readonly endpoint: string
  /** The address of the call: the provider's base URL unless the document names another one. */
  readonly baseUrl: string
  readonly title: string
  readonly tags: readonly string[]
  readonly pathParams: Fields
  readonly queryParams: Fields
  /** Known, but not for the caller to set: the adapter decides. */
  readonly headerParams: Fields
  readonly body: Body | null
  readonly bodyType: 'task' | 'actor_input' | 'json'
  readonly cost: Cost
  /** The provider's own price, from which the estimate of a request is made; null: none is known. */
  readonly rate: Rate | null
  /** Of an actor whose price is known. */
  readonly actorPrice?: ActorPrice
  readonly requires_byok: boolean
  readonly rule: OwnKeyRule | null
  readonly reason: string | null
  /** The provider charges nothing: settles at 0 (Spec 4.3.6). */
  readonly free: boolean
  readonly deprecated: boolean
  /** Title of the source document: an import replaces the endpoints of the same document. */
  readonly source: string
  /** The provider's price for one call as its document states it, USD. */
  readonly price: string | null
  /** The answer, if the document describes it. */
  readonly answer?: AnswerShape
  /**
   * The words of the document's prose that the identifiers lack: single words in alphabetical order, only for discover.
   */
  readonly words: readonly string[]
  /** Only when an operator imported it with its prose. */
  readonly summary?: string
  readonly description?: string
}

export const NO_FIELDS: Fields = { properties: {}, required: [] }

export const endpointKey = (method: string, endpoint: string): string => `${method} ${endpoint}`

/** `POST /v5/person/search` -> both parts; a bare path has no method. */
export function readEndpointName(name: string): { readonly method: Method | null; readonly endpoint: string } {
  const method = METHODS.find((one) => name.startsWith(`${one} `)) ?? null
  return { method, endpoint: method === null ? name : name.slice(method.length + 1).trim() }
}

/** The preferred method of a path if the caller names none. */
export function byPreference(a: CatalogEndpoint, b: CatalogEndpoint): number {
  return Number(a.requires_byok) - Number(b.requires_byok) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}
