import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { atMost, oneOf, textThat } from '../../../domain/providers/field-limits.ts'
import { locationOf } from './countries.ts'
import { costsMore, OPERATORS_RESULTS_MAX, PAGE_RESULTS, usesOperators } from './map.ts'

/** One result page of ten, requested live. */
const PAGE_COST = parseUsd('0.002')
/** The price of a request to the keyword database, and of each keyword in its answer. */
const LABS_COST = parseUsd('0.012')
const KEYWORD_COST = parseUsd('0.00012')
const KEYWORDS_MOST = 500n
/** The same for the database of links; the counts are a separate request. */
const BACKLINKS_COST = parseUsd('0.024')
const BACKLINK_COST = parseUsd('0.000036')
const BACKLINKS_MOST = 500n

/** A page is 0.00015, and ten times that with its scripts. */
const CONTENT_COST = parseUsd('0.0015')

const PAGES_MOST = 10n

const country = textThat((letters) => locationOf(letters) !== undefined, 'the two letters of a country')

const offer = (
  capability: string,
  cost: bigint,
  rest: Pick<
    Offer,
    'priceNote' | 'requires' | 'endpoints' | 'cannotTake' | 'takes' | 'conditions' | 'expectedLatencyMs' | 'deadlineMs'
  >,
): Offer => ({
  capability,
  pricing: { model: 'flat', amount: platformPrice(cost) },
  verified: false,
  // At worst the platform pays for one more request; the caller is charged once.
  repeat: 'free',
  ...rest,
})

export const dataforseoManifest: ProviderManifest = {
  slug: 'dataforseo',
  title: 'DataForSEO',
  homepage: 'https://dataforseo.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.dataforseo.com',
  // 2,000 calls a minute, 30 of them at once.
  limits: { concurrency: 30, requestsPerSecond: 30, burst: 60 },
  offers: [
    offer('web.search', PAGE_COST, {
      priceNote: 'Estimate. Basis: list price of one result page.',
      requires: [['query']],
      // A later page costs all pages before it.
      cannotTake: ['page'],
      takes: {
        limit: atMost(PAGE_RESULTS),
        country,
        query: textThat(
          (query) => !usesOperators({ query }),
          'without search operators, which cost several times as much here',
        ),
      },
      endpoints: ['POST /v3/serp/google/organic/live/regular'],
      expectedLatencyMs: 4_000,
      deadlineMs: 20_000,
    }),
    offer('web.scrape', CONTENT_COST, {
      priceNote: 'Estimate. Basis: list price of a page whose scripts run.',
      requires: [['url']],
      takes: { format: oneOf(['markdown']) },
      endpoints: ['POST /v3/on_page/content_parsing/live'],
      expectedLatencyMs: 6_000,
      deadlineMs: 40_000,
    }),
    offer('seo.serp', PAGE_COST * PAGES_MOST, {
      priceNote: 'Estimate. Basis: list price of ten result pages.',
      requires: [['query']],
      takes: { country },
      conditions: [
        {
          field: 'limit',
          accepts: (input) => !costsMore(input),
          words: `at most ${OPERATORS_RESULTS_MAX} for a query with search operators`,
        },
      ],
      endpoints: ['POST /v3/serp/google/organic/live/advanced'],
      expectedLatencyMs: 6_000,
      deadlineMs: 60_000,
    }),
    offer('seo.keywords', LABS_COST + KEYWORD_COST * KEYWORDS_MOST, {
      priceNote: 'Estimate. Basis: list price of a question and 500 keywords.',
      requires: [['keywords'], ['seed'], ['domain']],
      takes: { country },
      endpoints: [
        'POST /v3/dataforseo_labs/google/keyword_overview/live',
        'POST /v3/dataforseo_labs/google/keyword_suggestions/live',
        'POST /v3/dataforseo_labs/google/keywords_for_site/live',
      ],
      expectedLatencyMs: 2_500,
      deadlineMs: 20_000,
    }),
    offer('seo.backlinks', BACKLINKS_COST * 2n + BACKLINK_COST * BACKLINKS_MOST, {
      priceNote: 'Estimate. Basis: list price of two questions and 500 links.',
      requires: [['domain'], ['url']],
      endpoints: ['POST /v3/backlinks/backlinks/live', 'POST /v3/backlinks/summary/live'],
      expectedLatencyMs: 3_000,
      deadlineMs: 20_000,
    }),
  ],
  facts: { data_region: null, retention_days: 30, source: 'Result pages of search engines, and its own crawler.' },
  sources: [
    'A: its help centre (results of queued tasks are kept for 30 days, those of live ones are not).',
    'A: OpenAPI documents serp.yml, labs.yml and backlinks.yml (paths, tasks, results; operators such as site: cost five times a task; depth above ten costs more).',
    "A: the provider's page of errors (200 but for 401, 402, 404 and 500; 40101 fails and is billed; 40202 rate limit; 40203 cost cap).",
    'B: a rate of 2,000 calls a minute and 30 at once (40209 above that), and list prices, from the price list of October 2026 as a public repository holds it.',
    'A: OpenAPI document on-page.yml (content of a page: url, markdown_view, enable_javascript, page_as_markdown, the status of the page).',
    'B: members of the elements of a result page (rank_group, rank_absolute, title, url, domain, description), as public clients read them: the document names their shapes and does not hold them.',
    "B: numbers of countries are Google's, 2,000 and the ISO number.",
    'Unconfirmed, so not relied on: which variants of a language it takes (only those of Chinese are sent), how much less later pages cost.',
  ],
}
