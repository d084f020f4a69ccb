import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { callProvider, delivered, miss, notOffered, unusable } from '../lookup.ts'
import type { Account } from '../rest-adapter.ts'
import { listOf, objectOf } from '../wire.ts'
import { backlinksTask, readBacklinks, summaryTask } from './backlinks.ts'
import { contentTask, readContent } from './content.ts'
import { keywordQuestion, readKeywords } from './keywords.ts'
import { costsMore, pageTask, placeOf, readPage, readSearch, searchTask, usesOperators } from './map.ts'
import { readTasks, tasksOf } from './tasks.ts'

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
          return Promise.resolve(notOffered)
      }
    },
  }
}

const refused = (detail: string): Promise<AdapterResult> =>
  Promise.resolve({ kind: 'failed', outcome: 'rejected', detail })
const NO_SUCH_COUNTRY = 'no country has these letters'
const NO_RESULTS = 'no results'

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

/** The key is `login:password`. */
async function postTask(
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  { path, task }: { readonly path: string; readonly task: JsonObject },
): Promise<TaskResult | AdapterResult> {
  const answer = await callProvider(http, call, {
    request: {
      method: 'POST',
      url: baseUrl + path,
      headers: { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
      body: { kind: 'json', value: [task] },
    },
  })
  return answer.kind === 'answer' ? judged(answer) : answer
}

/** Reads the codes inside a 200. */
function judged(answer: HttpAnswer): TaskResult | AdapterResult {
  const { verdict, detail } = readTasks(answer.body)
  switch (verdict) {
    case 'noMatch':
      return miss(answer, NO_RESULTS)
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
      if (task?.status_code !== OK) return unusable(answer, 'the task is not done')
      if (task.result === null) return miss(answer, NO_RESULTS)
      const result = objectOf(listOf(task.result, 1)[0])
      return result === null ? unusable(answer, 'the task holds no result') : { answer, result }
    }
  }
}

function delivery({ answer }: TaskResult, output: JsonObject | null, list: string): AdapterResult {
  if (output === null) return unusable(answer, 'the result is not of the requested kind')
  return delivered(answer, listOf(output[list], 1).length === 0 ? null : output, NO_RESULTS)
}
