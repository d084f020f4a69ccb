import { isJsonObject, type Json } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { isUnknown, jsonOf, member, recordedBy } from '../kit/recorded.ts'
import type { Twin, TwinCall, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, error: string): TwinReply => ({ status, json: { detail: { error } } })

/** The form that its document describes; what a page holds is invented. */
const page = (url: string) => ({ url, raw_content: `# A page of ${url}\n\nInvented for tests.`, images: [] })

const urlsOf = ({ body }: TwinCall): string[] => [member(body, 'urls') ?? member(body, 'url')].flat().map(String)

const FREE = new Set(['GET /usage', 'POST /logs', 'POST /org-usage'])

export const tavily: Twin = {
  slug: 'tavily',
  refusals: {
    unauthorized: refusal(401, 'Unauthorized: missing or invalid API key.'),
    notFound: refusal(404, 'Not found.'),
    invalid: (fault) => refusal(400, fault),
    outOfCredit: fixture('tavily/plan-used-up'),
    rateLimited: fixture('tavily/rate-limited'),
  },
  routes: {
    'GET /usage': ({ account }) => ({ json: { key: { usage: 0, limit: account.credits } } }),
    'POST /search': recordedBy((call) =>
      isUnknown(call) ? 'tavily/miss' : member(call.body, 'topic') === 'news' ? 'tavily/news' : 'tavily/found',
    ),
    'POST /extract': (call) => {
      const [unknown, known] = [urlsOf(call).filter(isLost), urlsOf(call).filter((url) => !isLost(url))]
      return {
        json: {
          results: known.map(page),
          failed_results: unknown.map((url) => ({ url, error: 'not found' })),
          response_time: 0.4,
          request_id: crypto.randomUUID(),
        },
      }
    },
    'POST /map': (call) => {
      const [site = ''] = urlsOf(call)
      const base = site.replace(/\/+$/, '')
      const results = isLost(site) ? [] : ['', '/about', '/pricing'].map((path) => `${base}${path}`)
      return { json: { base_url: base, results, response_time: 0.4, request_id: crypto.randomUUID() } }
    },
    'POST /crawl': (call) => {
      const [site = ''] = urlsOf(call)
      const results = isLost(site) ? [] : [page(site)]
      return { json: { base_url: site, results, response_time: 0.4, request_id: crypto.randomUUID() } }
    },
  },
  bill: ({ body, route }) => (FREE.has(route) ? 0 : searchesDeep(body) ? 2 : 1),
  showBill(reply, credits) {
    const body = jsonOf(reply.json)
    return isJsonObject(body) ? { ...reply, json: { ...body, usage: { credits } } } : reply
  },
}

/** What the request states, or what the provider chooses with `auto_parameters`. */
const searchesDeep = (body: Json): boolean =>
  member(body, 'search_depth') === 'advanced' ||
  (member(body, 'auto_parameters') === true && member(body, 'search_depth') === undefined)
const isLost = (url: string): boolean => /no-match/.test(url)
