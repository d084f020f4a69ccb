import type { Capability } from './capability.ts'
import {
  confidenceOut,
  country,
  countOut,
  dateOut,
  domain,
  input,
  language,
  limit,
  listOut,
  nullable,
  object,
  output,
  scoreOut,
  several,
  text,
  textOut,
  usdOut,
} from './fields.ts'

export const SEO_KEYWORDS_LIMIT_DEFAULT = 50
export const SEO_KEYWORDS_LIMIT_MAX = 500
/** The longest phrase that the search engine's own planner measures. */
const KEYWORD_LENGTH_MAX = 80
const KEYWORDS_MAX = 100

const keyword = object({
  keyword: textOut(),
  search_volume: countOut(),
  cpc_usd: usdOut(),
  competition: confidenceOut(),
  difficulty: scoreOut(),
  intent: textOut(),
  monthly: nullable(listOut(object({ month: dateOut(), search_volume: countOut() }), 48)),
})

export const seoKeywords: Capability = {
  slug: 'seo.keywords',
  title: 'Keyword research',
  category: 'seo',
  description:
    'Measures search volume, cost per click and difficulty of keywords, suggests related ones, or lists those that fit a site. Every answer is billed.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      keywords: several(text('A keyword.', KEYWORD_LENGTH_MAX), KEYWORDS_MAX, 'Measures exactly these.'),
      seed: text('Suggests keywords related to this one.', KEYWORD_LENGTH_MAX),
      domain: domain('Lists keywords that fit this site.'),
      country: country('Two-letter country whose searches count, for example us.'),
      language: language('Language of the searches, for example en or pt-br.'),
      limit: limit(
        'How many keywords at most, for seed and domain.',
        SEO_KEYWORDS_LIMIT_DEFAULT,
        SEO_KEYWORDS_LIMIT_MAX,
      ),
    },
    enough: [['keywords'], ['seed'], ['domain']],
  }),
  outputSchema: output({ keywords: nullable(listOut(keyword, SEO_KEYWORDS_LIMIT_MAX)) }),
  sends: false,
  exampleInput: { keywords: ['durable workflow engine', 'workflow automation'], country: 'us' },
}
