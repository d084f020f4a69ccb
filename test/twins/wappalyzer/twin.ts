import { fixture } from '../../fixtures/load.ts'
import { plainRefusals } from '../kit/refusals.ts'
import { bodyOf } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

const URLS_MAX = 10

export const wappalyzer: Twin = {
  slug: 'wappalyzer',
  refusals: {
    ...plainRefusals('message', { credit: 'wappalyzer/credits-used-up', limited: 'wappalyzer/rate-limited' }),
    unauthorized: { status: 403, json: { message: 'Forbidden' } },
  },
  routes: {
    'GET /credits/balance/': ({ account }) => ({ json: { credits: account.credits } }),
    'GET /lookup': ({ query }) => {
      const urls = (query.get('urls') ?? '').split(',')
      if (urls.length > URLS_MAX) return { status: 400, json: { message: 'At most ten addresses.' } }
      const { technologies } = siteOf()
      return { json: urls.map((url) => ({ url, technologies: /no-match/.test(url) ? [] : technologies })) }
    },
  },
  bill: ({ route, query }, _, usual) => (route === 'GET /lookup' ? (query.get('urls') ?? '').split(',').length : usual),
  showBill: (reply, credits, account) => ({
    ...reply,
    headers: {
      ...reply.headers,
      'wappalyzer-credits-spent': String(credits),
      'wappalyzer-credits-remaining': String(account.credits),
    },
  }),
}

/** The recorded answer is a list of one site. */
function siteOf() {
  const { json } = fixture('wappalyzer/found')
  const [site] = Array.isArray(json) ? json : [bodyOf('wappalyzer/found')]
  return site
}
