import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { countOut, input, limit, listOut, nullable, object, output, text, textOut, urlOut } from './fields.ts'

export const WEB_SEARCH_LIMIT_DEFAULT = 10
export const WEB_SEARCH_LIMIT_MAX = 100

const hit = object({
  position: countOut(),
  title: textOut(),
  url: urlOut(),
  snippet: textOut(),
  published_at: textOut(),
})

export const webSearch: Capability = {
  slug: 'web.search',
  title: 'Search the web',
  category: 'web',
  description: 'Answers a web search with its organic results in order. Every answer is billed, an empty one included.',
  billing: 'per_call',
  inputSchema: input({
    required: { query: text('What to search for; operators of the search engine work.', 1000) },
    optional: {
      country: Type.String({ description: 'Two-letter country to search from, for example us.', pattern: '^[A-Za-z]{2}$' }),
      language: Type.String({ description: 'Language of the results, for example en or pt-br.', pattern: '^[A-Za-z]{2}(?:-[A-Za-z]{2,4})?$' }),
      limit: limit('How many results at most.', WEB_SEARCH_LIMIT_DEFAULT, WEB_SEARCH_LIMIT_MAX),
      page: Type.Integer({ description: 'Which page of results, the first being 1.', minimum: 1, maximum: 100, default: 1 }),
    },
  }),
  outputSchema: output({ results: nullable(listOut(hit, WEB_SEARCH_LIMIT_MAX)) }),
  sends: false,
  exampleInput: { query: 'durable workflow engines', country: 'us', limit: 5 },
}
