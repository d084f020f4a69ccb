import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, miss, unusable } from '../lookup.ts'
import { type Account, restAdapter, type RestRequests } from '../rest-adapter.ts'
import { extractBody, mapBody, readLinks, readPage } from './map-pages.ts'
import { ACCOUNT_LIMITS, newsBody, readNews, readResults, searchBody } from './map.ts'

export const createTavilyAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { authorization: `Bearer ${account.apiKey}` },
    requests: REQUESTS,
    refusals: { exhausted: ACCOUNT_LIMITS },
  })

const list =
  (member: string, read: (body: HttpAnswer['body']) => JsonObject[] | null) =>
  (answer: HttpAnswer): AdapterResult => {
    const found = read(answer.body)
    if (found === null) return unusable(answer, 'the answer is no search result')
    return delivered(answer, found.length === 0 ? null : { [member]: found }, 'no results')
  }

/** A page that could not be read is not billed, so another provider tries it. */
function page(answer: HttpAnswer, input: JsonObject): AdapterResult {
  const found = readPage(answer.body, input)
  if (found === null) return unusable(answer, 'the answer holds no list of pages')
  return found.output === null
    ? { kind: 'failed', outcome: 'rejected', detail: 'the page could not be read' }
    : { kind: 'delivered', output: found.output, raw: answer.body, units: 1 }
}

/** Every mapped page is billed. */
function links(answer: HttpAnswer, input: JsonObject): AdapterResult {
  const output = readLinks(answer.body, input)
  if (output === null) return unusable(answer, 'the answer holds no list of pages')
  if (output.links.length === 0) return miss(answer, 'no pages found')
  return { kind: 'delivered', output: { ...output }, raw: answer.body, units: output.links.length }
}

const REQUESTS: RestRequests = {
  'web.search': ({ input }) => ({
    path: '/search',
    body: searchBody(input),
    read: list('results', (body) => readResults(body, input)),
  }),
  'company.news': ({ input }) => ({
    path: '/search',
    body: newsBody(input),
    read: list('articles', (body) => readNews(body, input)),
  }),
  'web.scrape': ({ input }) => ({ path: '/extract', body: extractBody(input), read: (answer) => page(answer, input) }),
  'web.map': ({ input }) => ({ path: '/map', body: mapBody(input), read: (answer) => links(answer, input) }),
}
