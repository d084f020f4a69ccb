import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { listOf, objectOf } from '../wire.ts'
import { backlinksTask, readBacklinks, summaryTask } from './backlinks.ts'
import { contentTask, readContent } from './content.ts'
import { keywordQuestion, readKeywords } from './keywords.ts'
import { costsMore, pageTask, placeOf, readPage, readSearch, searchTask, usesOperators } from './map.ts'
import { readTasks, tasksOf } from './tasks.ts'

interface Account {
  /** `login:password`. */
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'
const OK = 20000

export function createDataforseoAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      switch (call.capability) {
        case 'web.search':
          return usesOperators(call.input) ? refused('search operators are beyond this offer') : search(account, call)
        case 'web.scrape':
          return page(account, call)
        case 'seo.serp':
          return costsMore(call.input)
            ? refused('search operators with more than 30 results are beyond this offer')
            : resultPage(account, call)
        case 'seo.keywords':
          return keywords(account, call)
        case 'seo.backlinks':
          return backlinks(account, call)
        default:
          return refused('not offered by this provider')
      }
    },
  }
}

const refused = (detail: string): Promise<AdapterResult> =>
  Promise.resolve({ kind: 'failed', outcome: 'rejected', detail })
const NO_SUCH_COUNTRY = 'no country has these letters'

async function search(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const place = placeOf(call.input)
  if (place === null) return refused(NO_SUCH_COUNTRY)
  const found = await postTask(account, call, {
    path: '/v3/serp/google/organic/live/regular',
    task: searchTask(call.input, place),
  })
  return 'kind' in found ? found : delivery(found, readSearch(found.result, call.input), 'results')
}

async function page(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const found = await postTask(account, call, {
    path: '/v3/on_page/content_parsing/live',
    task: contentTask(call.input),
  })
  if ('kind' in found) return found
  const output = readContent(found.result, call.input)
  return output === null
    ? { kind: 'failed', outcome: 'rejected', detail: 'the page could not be read' }
    : { kind: 'delivered', output, raw: found.answer.body, units: 1 }
}

async function resultPage(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const place = placeOf(call.input)
  if (place === null) return refused(NO_SUCH_COUNTRY)
  const found = await postTask(account, call, {
    path: '/v3/serp/google/organic/live/advanced',
    task: pageTask(call.input, place),
  })
  return 'kind' in found ? found : delivery(found, readPage(found.result, call.input), 'results')
}

async function keywords(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const place = placeOf(call.input)
  if (place === null) return refused(NO_SUCH_COUNTRY)
  const found = await postTask(account, call, keywordQuestion(call.input, place))
  return 'kind' in found ? found : delivery(found, readKeywords(found.result), 'keywords')
}

/** Two requests in parallel. The links are the answer; if only the summary fails, its counts are null. */
async function backlinks(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const [links, summary] = await Promise.all([
    postTask(account, call, { path: '/v3/backlinks/backlinks/live', task: backlinksTask(call.input) }),
    postTask(account, call, { path: '/v3/backlinks/summary/live', task: summaryTask(call.input) }),
  ])
  if ('kind' in links) return links
  return delivery(links, readBacklinks(links.result, 'kind' in summary ? null : summary.result), 'backlinks')
}

/** The result of the one task of a request. */
interface TaskResult {
  readonly answer: HttpAnswer
  readonly result: JsonObject
}

async function postTask(
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  providerQuery: { readonly path: string; readonly task: JsonObject },
): Promise<TaskResult | AdapterResult> {
  const answer = await http.call({
    method: 'POST',
    url: baseUrl + providerQuery.path,
    headers: { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
    body: { kind: 'json', value: [providerQuery.task] },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (answer.kind !== 'answer') return failureOf(answer, REPEAT)
  if (!isSuccess(answer)) return failureOfStatus(answer, REPEAT)
  return judged(answer)
}

/** Reads the codes inside a 200. */
function judged(answer: HttpAnswer): TaskResult | AdapterResult {
  const { verdict, detail } = readTasks(answer.body)
  switch (verdict) {
    case 'noMatch':
      return miss(answer.body)
    case 'rate_limited':
      return { ...rateLimited(answer, null), detail }
    case 'accountExhausted':
      return { ...accountExhausted(answer, null), detail }
    case 'rejected':
    case 'provider_error':
      return { kind: 'failed', outcome: verdict, detail }
    case 'delivered': {
      const [task] = tasksOf(objectOf(answer.body) ?? {})
      // A task that was only created or queued is no answer to a live request.
      if (task?.status_code !== OK) return unusableAnswer(answer, REPEAT, 'the task is not done')
      if (task.result === null) return miss(answer.body)
      const result = objectOf(listOf(task.result, 1)[0])
      return result === null ? unusableAnswer(answer, REPEAT, 'the task holds no result') : { answer, result }
    }
  }
}

function delivery({ answer }: TaskResult, output: JsonObject | null, list: string): AdapterResult {
  if (output === null) return unusableAnswer(answer, REPEAT, 'the result is not of the requested kind')
  if (listOf(output[list], 1).length === 0) return miss(answer.body)
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}

const miss = (raw: Json): AdapterResult => ({ kind: 'noMatch', detail: 'no results', raw })
