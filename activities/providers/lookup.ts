import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { AttemptCall, AdapterResult } from '../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, unusableAnswer } from './classify.ts'
import type { HttpAnswer, ProviderHttp, ProviderRequest } from './http.ts'

/** A lookup changes nothing at the provider: at worst, a repetition costs the platform a second credit. */
const REPEAT = 'free'

/** One request to a provider, and how its answers are read. */
export interface Lookup {
  readonly request: Pick<ProviderRequest, 'method' | 'url' | 'headers' | 'query' | 'body'>
  /** A 2xx. */
  readonly read: (answer: HttpAnswer) => AdapterResult
  /** Every other status; left out where the statuses have their usual meaning. */
  readonly refuse?: (answer: HttpAnswer) => AdapterResult
}

/** Makes one request and reads the answer. */
export async function lookUp(
  http: ProviderHttp,
  call: AttemptCall,
  { request, read, refuse = refused }: Lookup,
): Promise<AdapterResult> {
  const answer = await callProvider(http, call, { request, refuse })
  return answer.kind === 'answer' ? read(answer) : answer
}

/**
 * One of several requests: a 2xx, or how the attempt ends without one. `deadlineMs`: the time that earlier requests
 * left.
 */
export async function callProvider(
  http: ProviderHttp,
  { signal, deadlineMs }: Pick<AttemptCall, 'signal' | 'deadlineMs'>,
  { request, refuse = refused }: Pick<Lookup, 'request' | 'refuse'>,
): Promise<HttpAnswer | AdapterResult> {
  const outcome = await http.call({ ...request, signal, deadlineMs })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  return isSuccess(outcome) ? outcome : refuse(outcome)
}

/** The input has nothing that this provider can look up, or a filter that it lacks. */
export const notOffered: AdapterResult = {
  kind: 'failed',
  outcome: 'rejected',
  detail: 'not offered by this provider for this input',
}

export const refused = (answer: HttpAnswer, providerCode: string | null = null): AdapterResult =>
  failureOfStatus(answer, REPEAT, providerCode)

export const unusable = (answer: HttpAnswer, reason: string): AdapterResult => unusableAnswer(answer, REPEAT, reason)

/** `missing` states what was not found, without naming the person searched for. */
export const miss = (answer: HttpAnswer, missing: string): AdapterResult => ({
  kind: 'noMatch',
  detail: missing,
  raw: answer.body,
})

export function delivered(answer: HttpAnswer, output: JsonObject | null, missing: string): AdapterResult {
  return output === null ? miss(answer, missing) : { kind: 'delivered', output, raw: answer.body, units: 1 }
}

/** A list that is billed by its length; an empty one is a miss. */
export function deliveredList(answer: HttpAnswer, output: JsonObject, items: readonly Json[]): AdapterResult {
  return items.length === 0
    ? miss(answer, 'no results')
    : { kind: 'delivered', output, raw: answer.body, units: items.length }
}
