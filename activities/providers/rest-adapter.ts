import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { AdapterResult, AttemptCall, ProviderAdapter } from '../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from './classify.ts'
import type { HttpAnswer, ProviderHttp, ProviderRequest } from './http.ts'
import { lookUp, miss, notOffered, refused } from './lookup.ts'
import { objectOf } from './wire.ts'

/** How an adapter reaches its provider. */
export interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

/** What a provider's refusals mean, where it is not the usual (`failureOfStatus`). */
export interface Refusals {
  /** What a 404 did not find. Without a JSON body a 404 is a wrong URL, and no answer about a person or a company. */
  readonly notFound?: string
  /** Statuses by which the account refuses further calls. */
  readonly exhausted?: readonly number[]
  /** Statuses of the rate limit. */
  readonly rateLimited?: readonly number[]
  /** The provider's own code, which an attempt's detail shows. */
  readonly codeOf?: (body: Json) => string | null
  /** What more than the status states; null: the members above decide. */
  readonly judge?: (answer: HttpAnswer) => AdapterResult | null
}

/** One request of a capability. */
export interface RestRequest {
  readonly path: string
  readonly query?: ProviderRequest['query']
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: JsonObject
  /** A 2xx. */
  readonly read: (answer: HttpAnswer) => AdapterResult
  /** Where this request's refusals differ from those of the provider's others. */
  readonly refusals?: Refusals
}

/** The request of a call, by capability; null: the input has nothing that the provider can look up. */
export type RestRequests = Readonly<Record<string, (call: AttemptCall) => RestRequest | null>>

interface RestProvider {
  readonly headers?: Readonly<Record<string, string>>
  readonly requests: RestRequests
  readonly refusals?: Refusals
}

/** An adapter whose every attempt is one lookup. */
export const restAdapter = (
  { baseUrl, http }: Account,
  { headers = {}, requests, refusals = {} }: RestProvider,
): ProviderAdapter => ({
  attempt(call) {
    const request = requests[call.capability]?.(call) ?? null
    if (request === null) return Promise.resolve(notOffered)
    const { path, query, body, read } = request
    return lookUp(http, call, {
      request: {
        method: body === undefined ? 'GET' : 'POST',
        url: baseUrl + path,
        headers,
        ...(query !== undefined && { query }),
        ...(body !== undefined && { body: { kind: 'json', value: body } }),
      },
      read,
      refuse: (answer) => refusalOf(answer, { ...refusals, ...request.refusals }),
    })
  },
})

const NOT_FOUND = 404

function refusalOf(answer: HttpAnswer, { notFound, exhausted, rateLimited: limited, codeOf, judge }: Refusals) {
  const { status, body } = answer
  const judged = judge?.(answer) ?? null
  if (judged !== null) return judged
  if (status === NOT_FOUND && notFound !== undefined && objectOf(body) !== null) return miss(answer, notFound)
  const code = codeOf?.(body) ?? null
  if (exhausted?.includes(status) === true) return accountExhausted(answer, code)
  return limited?.includes(status) === true ? rateLimited(answer, code) : refused(answer, code)
}
