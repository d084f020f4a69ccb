import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { extractBody, mapBody, readLinks, readPage } from './map-pages.ts'
import { isAccountLimit, newsBody, readNews, readResults, searchBody } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly path: string
  readonly body: JsonObject
  readonly read: (answer: HttpAnswer) => AdapterResult
}

export function createTavilyAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      if (providerQuery === null) return Promise.resolve(notOffered)
      const { path, body, read } = providerQuery
      return lookUp(http, call, {
        request: {
          method: 'POST',
          url: baseUrl + path,
          headers: { authorization: `Bearer ${apiKey}` },
          body: { kind: 'json', value: body },
        },
        read,
        refuse: (answer) => (isAccountLimit(answer.status) ? accountExhausted(answer, null) : refused(answer)),
      })
    },
  }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'web.search':
      return { path: '/search', body: searchBody(input), read: list('results', (body) => readResults(body, input)) }
    case 'company.news':
      return { path: '/search', body: newsBody(input), read: list('articles', (body) => readNews(body, input)) }
    case 'web.scrape':
      return { path: '/extract', body: extractBody(input), read: (answer) => page(answer, input) }
    case 'web.map':
      return { path: '/map', body: mapBody(input), read: (answer) => links(answer, input) }
    default:
      return null
  }
}

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
