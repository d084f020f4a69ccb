import type { AttemptCall, AttemptResult, Json, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, HttpOutcome, ProviderHttp } from '../http.ts'
import { listOf, textOf } from '../wire.ts'
import { SEC_DIRECTORY_BASE_URL, secManifest } from './manifest.ts'
import { findCik, paddedCik, readFilings, secUserAgent } from './map.ts'

interface Access {
  readonly http: ProviderHttp
  /** Takes the place of both hosts. */
  readonly baseUrl?: string
  /** Whom the agency can write to; it refuses callers that name nobody. */
  readonly contact?: string
}

const REPEAT = 'free'
const FORBIDDEN = 403
const NOT_FOUND = 404

export function createSecAdapter(access: Access): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'company.filings' ? filings(access, call) : Promise.resolve(notOffered)),
  }
}

const notOffered: AttemptResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' }

async function filings(access: Access, call: AttemptCall): Promise<AttemptResult> {
  const startedAt = performance.now()
  const remainingMs = () => Math.max(1, call.deadlineMs - (performance.now() - startedAt))
  const cik = await cikOf(access, call)
  if (typeof cik !== 'string') return cik
  const outcome = await get(access, call, { host: secManifest.baseUrl, path: `/submissions/CIK${cik}.json`, deadlineMs: remainingMs() })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (!isSuccess(outcome)) return outcome.status === NOT_FOUND ? miss('no company of this number', outcome.body) : refusal(outcome)
  return read(outcome, cik, call)
}

/** The company's number: as given, or from the agency's list. A result: why there is none. */
async function cikOf(access: Access, call: AttemptCall): Promise<string | AttemptResult> {
  const given = textOf(call.input.cik)
  if (given !== null) return paddedCik(given)
  const outcome = await get(access, call, { host: SEC_DIRECTORY_BASE_URL, path: '/files/company_tickers.json', deadlineMs: call.deadlineMs })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (!isSuccess(outcome)) return refusal(outcome)
  const cik = findCik(outcome.body, call.input)
  if (cik === undefined) return unusableAnswer(outcome, REPEAT, 'the list of companies is no object')
  return cik ?? miss('no company of this ticker or name', null)
}

function read(answer: HttpAnswer, cik: string, call: AttemptCall): AttemptResult {
  const output = readFilings(answer.body, cik, call.input)
  if (output === null) return unusableAnswer(answer, REPEAT, 'the answer is no company')
  if (listOf(output.filings, 1).length === 0) return miss('no such filing among the recent ones', answer.body)
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}

function get(access: Access, call: AttemptCall, target: { readonly host: string; readonly path: string; readonly deadlineMs: number }): Promise<HttpOutcome> {
  return access.http.call({
    method: 'GET',
    url: (access.baseUrl ?? target.host) + target.path,
    headers: { 'user-agent': secUserAgent(access.contact) },
    signal: call.signal,
    deadlineMs: target.deadlineMs,
  })
}

/** There is no account that could be refused: 403 is how the agency slows callers down. */
const refusal = (answer: HttpAnswer): AttemptResult =>
  answer.status === FORBIDDEN ? rateLimited(answer, null) : failureOfStatus(answer, REPEAT)

const miss = (detail: string, raw: Json): AttemptResult => ({ kind: 'noMatch', detail, raw })
