import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, HttpOutcome, ProviderHttp } from '../http.ts'
import { objectOf, textOf } from '../wire.ts'
import { SEC_DIRECTORY_BASE_URL, secManifest } from './manifest.ts'
import { filingsOf, findCik, limitOf, olderFiles, paddedCik, readFilings, secUserAgent } from './map.ts'

interface Access {
  readonly http: ProviderHttp
  /** Replaces both hosts. */
  readonly baseUrl?: string
  /** The contact e-mail address for the agency; it refuses callers without one. */
  readonly contact?: string
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

const REPEAT = 'free'
const FORBIDDEN = 403
const NOT_FOUND = 404
/** The agency rebuilds its list of tickers once a day; a new company is found within this time after that. */
const DIRECTORY_KEPT_MS = 60 * 60 * 1000
/** Each file holds some thousand filings; filings older than these are left to raw calls. */
const OLDER_FILES_MAX = 2

/**
 * One adapter per worker. It caches the agency's list of companies for an hour: a megabyte that is the same for every
 * caller. Without the cache, the list would take half of the ten calls a second that the agency allows.
 */
export function createSecAdapter(access: Access): ProviderAdapter {
  const tools: Tools = { access, now: access.now ?? (() => performance.now()), directory: { list: null, readAt: 0 } }
  return {
    attempt: (call) => (call.capability === 'company.filings' ? filings(tools, call) : Promise.resolve(notOffered)),
  }
}

interface Tools {
  readonly access: Access
  readonly now: () => number
  /** At most one list, and only a valid one. */
  readonly directory: { list: JsonObject | null; readAt: number }
}

const notOffered: AdapterResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' }

async function filings(tools: Tools, call: AttemptCall): Promise<AdapterResult> {
  const startedAt = performance.now()
  const get: Get = (path, host = secManifest.baseUrl) =>
    fetchJson(tools.access, call, {
      url: (tools.access.baseUrl ?? host) + path,
      deadlineMs: Math.max(1, call.deadlineMs - (performance.now() - startedAt)),
    })
  const cik = await cikOf(tools, call, get)
  if (typeof cik !== 'string') return cik
  const outcome = await get(`/submissions/CIK${cik}.json`)
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (!isSuccess(outcome))
    return outcome.status === NOT_FOUND ? miss('no company of this number', outcome.body) : refusal(outcome)
  return read(outcome, { cik, input: call.input, get })
}

type Get = (path: string, host?: string) => Promise<HttpOutcome>

/** The company's number: from the input or from the agency's list. An AttemptResult states why there is none. */
async function cikOf(tools: Tools, call: AttemptCall, get: Get): Promise<string | AdapterResult> {
  const given = textOf(call.input.cik)
  if (given !== null) return paddedCik(given)
  const list = await directoryOf(tools, get)
  if ('kind' in list) return list
  return findCik(list.companies, call.input) ?? miss('no company of this ticker or name', null)
}

async function directoryOf(
  { directory, now }: Tools,
  get: Get,
): Promise<{ readonly companies: JsonObject } | AdapterResult> {
  if (directory.list !== null && now() - directory.readAt < DIRECTORY_KEPT_MS) return { companies: directory.list }
  const outcome = await get('/files/company_tickers.json', SEC_DIRECTORY_BASE_URL)
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (!isSuccess(outcome)) return refusal(outcome)
  const companies = objectOf(outcome.body)
  if (companies === null) return unusableAnswer(outcome, REPEAT, 'the list of companies is no object')
  directory.list = companies
  directory.readAt = now()
  return { companies }
}

interface FilingsRequest {
  readonly cik: string
  readonly input: JsonObject
  readonly get: Get
}

/**
 * The recent filings, and older ones while there are too few. An older file that fails does not affect the filings
 * already found.
 */
async function read(answer: HttpAnswer, { cik, input, get }: FilingsRequest): Promise<AdapterResult> {
  const company = readFilings(answer.body, cik, input)
  if (company === null) return unusableAnswer(answer, REPEAT, 'the answer is no company')
  const found = [...company.filings]
  for (const file of olderFiles(answer.body, OLDER_FILES_MAX)) {
    if (found.length >= limitOf(input)) break
    const older = await get(`/submissions/${file}`)
    const columns = older.kind === 'answer' && isSuccess(older) ? objectOf(older.body) : null
    if (columns !== null) found.push(...filingsOf(columns, cik, input))
    else if (found.length === 0) return older.kind === 'answer' ? refusal(older) : failureOf(older, REPEAT)
    else break
  }
  if (found.length === 0) return miss('no such filing', answer.body)
  return {
    kind: 'delivered',
    output: { cik, name: company.name, filings: found.slice(0, limitOf(input)) },
    raw: answer.body,
    units: 1,
  }
}

function fetchJson(
  { http, contact }: Access,
  call: AttemptCall,
  target: { readonly url: string; readonly deadlineMs: number },
): Promise<HttpOutcome> {
  return http.call({
    method: 'GET',
    url: target.url,
    headers: { 'user-agent': secUserAgent(contact) },
    signal: call.signal,
    deadlineMs: target.deadlineMs,
  })
}

/** There is no account that could be refused: a 403 is the agency's rate limit. */
const refusal = (answer: HttpAnswer): AdapterResult =>
  answer.status === FORBIDDEN ? rateLimited(answer, null) : failureOfStatus(answer, REPEAT)

const miss = (detail: string, raw: Json): AdapterResult => ({ kind: 'noMatch', detail, raw })
