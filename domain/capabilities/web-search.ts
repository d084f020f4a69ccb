import type { Capability } from './capability.ts'
import {
  countOut,
  country,
  input,
  language,
  limit,
  listOut,
  nullable,
  object,
  output,
  page,
  text,
  textOut,
  urlOut,
} from './fields.ts'

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
      country: country('Two-letter country to search from, for example us.'),
      language: language('Language of the results, for example en or pt-br.'),
      limit: limit('How many results at most.', WEB_SEARCH_LIMIT_DEFAULT, WEB_SEARCH_LIMIT_MAX),
      page: page(),
    },
  }),
  outputSchema: output({ results: nullable(listOut(hit, WEB_SEARCH_LIMIT_MAX)) }),
  sends: false,
  exampleInput: { query: 'durable workflow engines', country: 'us', limit: 5 },
}
