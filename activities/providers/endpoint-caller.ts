import { isTooNarrow } from '../../domain/connections/checks.ts'
import { isExactNumber } from '../../domain/json/exact.ts'
import { ABSENT, type ReportedCost } from '../../domain/providers/reported-cost.ts'
import { targetOf } from '../../domain/raw/request.ts'
import { rawTerms } from '../../domain/raw/terms.ts'
import type { EndpointCall, EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import type { Json } from '../../domain/json/json.ts'
import type { AdapterResult, ProviderManifest, Repeat } from '../../domain/providers/manifest.ts'
import type { RawReading } from '../../domain/providers/raw-rules.ts'
import { type Failure, failureOf, failureOfStatus, isSuccess, rejectedKey } from './classify.ts'
import { type EndpointAccount, endpointRequest } from './endpoint-request.ts'
import type { HttpAnswer, ProviderHttp } from './http.ts'
import { DETAIL_LENGTH_MAX, withAnswer } from './refusal-detail.ts'

const REFUSED_KEY = 401

export interface EndpointCallerParts extends EndpointAccount {
  readonly http: ProviderHttp
  readonly manifest: Pick<ProviderManifest, 'raw'> | undefined
}

/**
 * Calls any raw endpoint of the catalog: the provider's own request shape out, its own payload back (Spec 4.2). The
 * differences between providers are data: the catalog entry and the `RawRules`.
 */
export function createEndpointCaller(parts: EndpointCallerParts): EndpointCaller {
  return {
    async call(call) {
      const request = await endpointRequest(parts, call)
      if ('faults' in request)
        return { kind: 'failed', outcome: 'rejected', detail: request.faults.slice(0, DETAIL_LENGTH_MAX) }
      const outcome = await parts.http.call(request)
      const { repeat } = rawTerms(call.endpoint, parts.provider, parts.manifest)
      return outcome.kind === 'answer' ? resultOf(parts, call, outcome, repeat) : failureOf(outcome, repeat)
    },
  }
}

function resultOf(parts: EndpointCallerParts, call: EndpointCall, answer: HttpAnswer, repeat: Repeat): AdapterResult {
  const { status, body, headers } = answer
  const read = parts.rules?.read?.({ endpoint: targetOf(call.endpoint), status, body, headers }) ?? null
  const result = read === null ? usual(answer, repeat) : stated(read, answer)
  if (result.kind === 'delivered')
    return { ...result, output: { ...result.output, data: withoutKey(result.output['data'] ?? null, parts) } }
  if (result.kind !== 'failed') return result
  const { keyRejected, ...failure } = result
  return {
    ...failure,
    detail: withAnswer(result.detail, answer, parts.apiKey),
    ...(keyRejected === true && !isTooNarrow(parts.provider.slug, body) ? { keyRejected } : {}),
  }
}

const usual = (answer: HttpAnswer, repeat: Repeat): AdapterResult =>
  isSuccess(answer) ? delivered(answer.body, ABSENT) : ofTheCall(answer, failureOfStatus(answer, repeat))

/**
 * A 402 or 403 may concern only this endpoint or this input, which are the caller's choice. It does not mark the
 * account as exhausted for other callers unless the provider's rules require it. A refused key does.
 */
function ofTheCall({ status }: HttpAnswer, failure: Failure): Failure {
  if (status === REFUSED_KEY) return failure
  const { accountExhausted: _, ...rest } = failure
  return rest
}

function stated(reading: RawReading, answer: HttpAnswer): AdapterResult {
  switch (reading.kind) {
    case 'delivered':
      return delivered(answer.body, reading.cost ?? ABSENT)
    case 'noMatch':
      return { kind: 'noMatch', detail: reading.detail, raw: answer.body }
    case 'failed':
      return {
        kind: 'failed',
        outcome: reading.outcome,
        detail: reading.detail,
        ...(reading.accountExhausted === true ? { accountExhausted: true, ...rejectedKey(answer.status) } : {}),
        ...(reading.outcome === 'rate_limited' && answer.retryAfterMs !== null
          ? { retryAfterMs: answer.retryAfterMs }
          : {}),
      }
  }
}

/** Spec 2.1: the payload unchanged in `data`, `raw` true. It is stored once. */
const delivered = (data: Json, cost: ReportedCost): AdapterResult => ({
  kind: 'delivered',
  output: { data, raw: true },
  raw: null,
  units: 1,
  cost,
})

/** A provider that takes its key in the query may quote the requested address: the key is removed from its answer. */
function withoutKey(data: Json, { provider, apiKey }: EndpointCallerParts): Json {
  if (provider.auth.scheme !== 'query' || apiKey === '') return data
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(apiKey, '***').replaceAll(encodeURIComponent(apiKey), '***')
    if (Array.isArray(value)) return value.map(clean)
    if (value === null || typeof value !== 'object' || isExactNumber(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]))
  }
  return clean(data)
}
