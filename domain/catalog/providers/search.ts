import type { Rate, Surcharge } from '../rate.ts'
import { dataforseoRate } from './dataforseo-rates.ts'
import type { CatalogProvider } from './provider.ts'

const SERPER_SEARCH: Rate = { amount: '0.002', surcharges: [[{ member: 'num', above: 10, times: 2 }]] }
const SERPER_SEARCHES = ['search', 'news', 'images', 'videos', 'places', 'scholar', 'patents']
/** With `auto_parameters` the provider may choose the advanced depth by itself. */
const TAVILY_SEARCH: readonly (readonly Surcharge[])[] = [
  [
    { member: 'search_depth', is: 'advanced', times: 2 },
    { member: 'auto_parameters', times: 2 },
  ],
]
const TAVILY_DEPTH: readonly (readonly Surcharge[])[] = [[{ member: 'extract_depth', is: 'advanced', times: 2 }]]
const TAVILY_INSTRUCTIONS: readonly (readonly Surcharge[])[] = [[{ member: 'instructions', times: 2 }]]

export const SEARCH_PROVIDERS: readonly CatalogProvider[] = [
  {
    slug: 'dataforseo',
    title: 'DataForSEO',
    kind: 'search_data',
    baseUrl: 'https://api.dataforseo.com',
    auth: { scheme: 'basic' },
    status: 'live',
    reason: null,
    bodies: 'task',
    free: false,
    tenancy: 'data',
    // Each of these lists or moves the account's earlier requests, of all workspaces.
    accountWords: ['user_data', 'id_list', 'errors', 'tasks_ready', 'tasks_fixed', 'webhook_resend', 'force_stop'],
    // An earlier crawl or SERP is read by the id of its task.
    resultIds: ['id', 'task_id'],
    cost: {
      model: 'per_task',
      note: 'Basis: list price of the task and of its usual rows; the answer reports the cost of every task.',
      published: "The provider's price list of October 2026 (`/v3/appendix/user_data`), in a public repository.",
      rateOf: dataforseoRate,
      reported: 'all',
    },
    sources: [
      'A: OpenAPI documents (paths, tasks, parameters).',
      'A: task arrays, cost and status codes of the answer.',
    ],
  },
  {
    slug: 'serper',
    title: 'Serper',
    kind: 'web_search',
    baseUrl: 'https://google.serper.dev',
    auth: { scheme: 'header', name: 'X-API-KEY', required: true },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    cost: {
      model: 'per_call',
      note: 'Basis: list price of a search as public catalogs show it; more than ten results take two credits.',
      published: 'A public catalog of the same routes.',
      rates: {
        ...Object.fromEntries(SERPER_SEARCHES.map((name) => [`POST /${name}`, SERPER_SEARCH])),
        'POST /autocomplete': '0.002',
        'POST /shopping': '0.004',
        'POST /maps': '0.006',
      },
    },
    sources: ['B: OpenAPI transcription serper.yml.', 'B: the price, from public catalogs.'],
  },
  {
    slug: 'tavily',
    title: 'Tavily',
    kind: 'web_search',
    baseUrl: 'https://api.tavily.com',
    auth: { scheme: 'bearer' },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    accountWords: ['org-usage', 'logs'],
    cost: {
      model: 'per_call',
      note: 'Basis: a credit without a plan; the answer reports the credits.',
      published: "The provider's page on credits and its OpenAPI document.",
      rates: {
        'POST /search': { amount: '0.008', surcharges: TAVILY_SEARCH },
        // A credit for every five pages read, and for every ten pages found.
        'POST /extract': { amount: '0.008', each: { urls: 5 }, surcharges: TAVILY_DEPTH },
        'POST /map': { amount: '0.008', each: { limit: 10 }, usual: 5, surcharges: TAVILY_INSTRUCTIONS },
        'POST /crawl': {
          amount: '0.024',
          each: { limit: 10 },
          usual: 5,
          surcharges: [[...TAVILY_DEPTH.flat(), ...TAVILY_INSTRUCTIONS.flat()]],
        },
      },
      reported: ['POST /search', 'POST /extract', 'POST /map', 'POST /crawl'],
    },
    sources: ['A: OpenAPI document as a client library downloads it.', "A: the provider's page on credits."],
  },
  {
    slug: 'brave',
    title: 'Brave Search',
    kind: 'web_search',
    baseUrl: 'https://api.search.brave.com',
    auth: { scheme: 'header', name: 'X-Subscription-Token', required: true },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    cost: {
      model: 'per_call',
      note: 'Basis: list price of a request of the Search plan.',
      published: 'A guide of September 2026 that quotes the price list.',
      rates: {
        'GET /res/v1/web/search': '0.005',
        'GET /res/v1/news/search': '0.005',
        'GET /res/v1/images/search': '0.005',
        'GET /res/v1/videos/search': '0.005',
      },
    },
    sources: [
      "A: the provider's own client (paths, parameters and their bounds).",
      'B: the price, 5 USD for 1,000 requests, as a guide of September 2026 quotes it.',
    ],
  },
]
