import type { Rate, Surcharge } from '../rate.ts'
import type { PricedCall } from './provider.ts'

/** The price of a request, and of each row of its answer; a page of results, and how many results it has. */
interface Family {
  /** The beginning of the path after `/v3/`; the longest that fits counts. */
  readonly path: string
  readonly live?: string
  readonly task?: string
  readonly row?: string
  /** The rows of a call that names no number. */
  readonly rows?: number
  /** How many results of `depth` a request pays for. */
  readonly page?: number
  /** The price of each further page, in percent of the first; the default is all of it. */
  readonly nextPage?: number
}

const LABS = { live: '0.012', row: '0.00012' } as const
const HISTORY = { live: '0.12', row: '0.0012' } as const
const LINKS = { live: '0.024', row: '0.000036' } as const
const TECHNOLOGIES = { live: '0.012', row: '0.0012' } as const
const SERP = { live: '0.002', task: '0.0006' } as const
const REVIEWS = { live: '0.0054', task: '0.00075', page: 10 } as const

/**
 * B: the provider's own price list as `GET /v3/appendix/user_data` returned it on 2 October 2026, which a public
 * repository holds; A: its help center (results that a page has, 75 percent for later pages).
 */
const FAMILIES: readonly Family[] = [
  { path: 'serp/', ...SERP, page: 10 },
  { path: 'serp/google/organic', ...SERP, page: 10, nextPage: 75 },
  { path: 'serp/bing/organic', ...SERP, page: 10, nextPage: 75 },
  { path: 'serp/yahoo/organic', ...SERP, page: 10, nextPage: 75 },
  { path: 'serp/baidu/organic', ...SERP, page: 10, nextPage: 75 },
  { path: 'serp/seznam/organic', ...SERP, page: 10, nextPage: 75 },
  { path: 'serp/naver/organic', ...SERP, page: 15, nextPage: 75 },
  { path: 'serp/google/ai_mode', live: '0.004', task: '0.0012' },
  { path: 'serp/google/news', ...SERP, page: 100 },
  { path: 'serp/google/images', ...SERP, page: 100 },
  { path: 'serp/google/search_by_image', ...SERP, page: 100 },
  { path: 'serp/google/dataset_search', ...SERP, page: 20 },
  { path: 'serp/google/maps', ...SERP, page: 20 },
  { path: 'serp/google/ads_search', ...SERP, page: 40 },
  { path: 'serp/youtube', ...SERP, page: 20 },
  { path: 'keywords_data/', live: '0.09', task: '0.06' },
  { path: 'keywords_data/clickstream_data', live: '0.18' },
  { path: 'keywords_data/clickstream_data/bulk_search_volume', ...LABS },
  { path: 'keywords_data/google_trends', live: '0.011', task: '0.0027' },
  { path: 'keywords_data/dataforseo_trends', live: '0.0024' },
  { path: 'keywords_data/dataforseo_trends/explore', live: '0.0012' },
  { path: 'keywords_data/dataforseo_trends/merged_data', live: '0.006' },
  { path: 'dataforseo_labs/', ...LABS, rows: 100 },
  { path: 'dataforseo_labs/google/keyword_ideas', ...LABS, rows: 700 },
  { path: 'dataforseo_labs/google/keywords_for_categories', ...LABS, rows: 700 },
  { path: 'dataforseo_labs/google/domain_metrics_by_categories', ...HISTORY, rows: 100 },
  { path: 'dataforseo_labs/google/historical_bulk_traffic_estimation', ...HISTORY, rows: 100 },
  { path: 'dataforseo_labs/google/historical_rank_overview', ...HISTORY, rows: 12 },
  { path: 'backlinks/', ...LINKS, rows: 100 },
  { path: 'content_analysis/', ...LINKS, rows: 100 },
  { path: 'domain_analytics/technologies/', ...TECHNOLOGIES, rows: 100 },
  { path: 'domain_analytics/technologies/domain_technologies', live: '0.012' },
  { path: 'domain_analytics/whois', ...HISTORY, rows: 100 },
  { path: 'business_data/business_listings', live: '0.012', row: '0.00036', rows: 100 },
  { path: 'business_data/google/extended_reviews', ...REVIEWS },
  { path: 'business_data/google/reviews', ...REVIEWS },
  { path: 'business_data/google/questions_and_answers', ...REVIEWS },
  { path: 'business_data/google/my_business_info', live: '0.0054', task: '0.0015' },
  { path: 'business_data/google/my_business_updates', task: '0.00225', page: 10 },
  { path: 'business_data/google/hotel_info', live: '0.004', task: '0.0008' },
  { path: 'business_data/google/hotel_searches', live: '0.004', task: '0.0008', page: 20 },
  { path: 'business_data/tripadvisor', task: '0.00075', page: 10 },
  { path: 'business_data/trustpilot', task: '0.00075', page: 10 },
  { path: 'app_data/apple/app_info', task: '0.0006' },
  { path: 'app_data/google/app_info', task: '0.0006' },
  { path: 'app_data/apple/app_listings', live: '0.1', row: '0.001', rows: 100 },
  { path: 'app_data/google/app_listings', live: '0.1', row: '0.001', rows: 100 },
  { path: 'app_data/apple/app_reviews', task: '0.00075', page: 50 },
  { path: 'app_data/google/app_reviews', task: '0.00075', page: 50 },
  { path: 'app_data/', task: '0.0012', page: 50 },
  { path: 'merchant/google', task: '0.001', page: 40 },
  { path: 'merchant/amazon', task: '0.0015', page: 40 },
  { path: 'on_page/instant_pages', live: '0.00015' },
  { path: 'on_page/content_parsing', live: '0.00015' },
  { path: 'on_page/lighthouse', live: '0.005', task: '0.005' },
  { path: 'on_page/page_screenshot', live: '0.0048' },
  { path: 'ai_optimization/ai_keyword_data', live: '0.01', row: '0.0001', rows: 100 },
  { path: 'ai_optimization/llm_mentions', live: '0.1', row: '0.001', rows: 100 },
  { path: 'ai_optimization/chat_gpt/llm_scraper', live: '0.004', task: '0.0012' },
  { path: 'ai_optimization/gemini/llm_scraper', live: '0.004', task: '0.0012' },
].toSorted((one, other) => other.path.length - one.path.length)

/** The members that name how many rows a call returns, and those that name them; the first that a call has counts. */
const ROWS = ['limit', 'internal_list_limit', 'keywords', 'targets', 'asins', 'app_ids']

/** Search operators cost five times as much. */
const OPERATORS =
  '\\b(allinanchor|allintext|allintitle|allinurl|cache|define|definition|filetype|id|inanchor|info|intext|intitle|inurl|link|related|site):'

const SURCHARGES: readonly (readonly Surcharge[])[] = [
  [{ member: 'priority', is: 2, times: 2 }],
  [{ member: 'include_clickstream_data', times: 2 }],
  [{ member: 'load_async_ai_overview', times: 2 }],
  [{ member: 'calculate_rectangles', times: 2 }],
  [
    { member: 'load_resources', times: 3 },
    { member: 'enable_javascript', times: 10 },
    { member: 'enable_browser_rendering', times: 34 },
  ],
]
const CRAWL = { member: 'max_crawl_pages', usual: 100, amount: '0.00015' } as const

/** Every GET is free but one; a prompt to a language model also costs what its provider charges, so it has no rate. */
export function dataforseoRate({ method, endpoint, members }: PricedCall): Rate | 'free' | null {
  const path = endpoint.replace('/v3/', '')
  if (method === 'GET') return path.startsWith('merchant/google/sellers/ad_url') ? { amount: '0.000001' } : 'free'
  const surcharges = [
    ...SURCHARGES.map((list) => list.filter(({ member }) => members.includes(member))).filter(
      ({ length }) => length > 0,
    ),
    ...(path.startsWith('serp/') ? [[{ member: 'keyword', pattern: OPERATORS, times: 5 }]] : []),
  ]
  const extra = surcharges.length > 0 ? { surcharges } : {}
  if (path === 'on_page/task_post') {
    const { member, usual, amount } = CRAWL
    return { amount, usual, each: { [member]: 1 }, ...extra }
  }
  const family = FAMILIES.find((one) => path.startsWith(one.path))
  const price = path.endsWith('task_post') ? family?.task : family?.live
  if (family === undefined || price === undefined) return null
  return { ...sized(family, price, members), ...extra }
}

function sized({ row, rows = 1, page, nextPage = 100 }: Family, price: string, members: readonly string[]): Rate {
  const named = ROWS.find((name) => members.includes(name))
  if (row !== undefined)
    return { base: price, amount: row, usual: rows, ...(named === undefined ? {} : { each: { [named]: 1 } }) }
  if (page === undefined || !members.includes('depth')) return { amount: price }
  const each: Record<string, number> = { depth: page }
  if (members.includes('max_crawl_pages')) each['max_crawl_pages'] = 1
  if (nextPage === 100) return { amount: price, each }
  // The first page costs its entire price: what it costs more than a later one is the price of the call itself.
  const later = (Number(price) * nextPage) / 100
  return { amount: later.toFixed(6), base: (Number(price) - later).toFixed(6), each }
}
