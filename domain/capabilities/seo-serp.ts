import { Type } from 'typebox'
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
  text,
  textOut,
  urlOut,
} from './fields.ts'

export const SEO_SERP_LIMIT_DEFAULT = 10
export const SEO_SERP_LIMIT_MAX = 100

/** `type` is the search engine's kind of result: organic, paid, featured_snippet, local_pack and the like. */
const result = object({
  position: countOut(),
  type: textOut(),
  title: textOut(),
  url: urlOut(),
  domain: textOut(),
  snippet: textOut(),
})

export const seoSerp: Capability = {
  slug: 'seo.serp',
  title: 'Search result page',
  category: 'seo',
  description:
    'Shows the entire result page of a search engine for rank tracking: organic and paid results in order, and the features on it. Every answer is billed.',
  billing: 'per_call',
  inputSchema: input({
    required: { query: text('What is searched for.', 700) },
    optional: {
      country: country('Two-letter country to search from, for example us.'),
      language: language('Language of the results, for example en or pt-br.'),
      device: Type.Enum(['desktop', 'mobile'], { description: 'Whose result page it is.', default: 'desktop' }),
      limit: limit('How many results at most.', SEO_SERP_LIMIT_DEFAULT, SEO_SERP_LIMIT_MAX),
    },
  }),
  outputSchema: output({
    query: textOut(),
    total: countOut(),
    features: nullable(listOut(textOut(), 100)),
    results: nullable(listOut(result, SEO_SERP_LIMIT_MAX)),
  }),
  sends: false,
  exampleInput: { query: 'durable workflow engine', country: 'us', device: 'mobile' },
}
