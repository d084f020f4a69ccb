import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import { oneOf } from '../../../domain/providers/field-limits.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

const SEARCH_COST = parseUsd('0.002')
const PRICE_NOTE = 'Estimate. Basis: price seen in a public catalog.'

export const serperManifest: ProviderManifest = {
  slug: 'serper',
  title: 'Serper',
  homepage: 'https://serper.dev',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://google.serper.dev',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    {
      capability: 'web.search',
      pricing: { model: 'flat', amount: platformPrice(SEARCH_COST) },
      priceNote: PRICE_NOTE,
      verified: false,
      requires: [['query']],
      expectedLatencyMs: 900,
      deadlineMs: 8_000,
      // At worst the platform pays for one more search; the caller is charged once.
      repeat: 'free',
      endpoints: ['POST /search'],
    },
    {
      capability: 'seo.serp',
      pricing: { model: 'flat', amount: platformPrice(SEARCH_COST * 2n) },
      priceNote: 'Estimate. Basis: price of two searches seen in a public catalog.',
      verified: false,
      requires: [['query']],
      // It shows the page of a desktop, and no place of a feature among the results.
      takes: { device: oneOf(['desktop']) },
      expectedLatencyMs: 1_200,
      deadlineMs: 8_000,
      repeat: 'free',
      endpoints: ['POST /search'],
    },
    {
      capability: 'company.news',
      pricing: { model: 'flat', amount: platformPrice(SEARCH_COST) },
      priceNote: PRICE_NOTE,
      verified: false,
      requires: [['name'], ['domain']],
      // Some articles are dated relative to now ("2 weeks ago"), so none could be left out with certainty.
      cannotTake: ['since'],
      endpoints: ['POST /news'],
      expectedLatencyMs: 1_000,
      deadlineMs: 8_000,
      repeat: 'free',
    },
  ],
  facts: { data_region: null, retention_days: null, source: 'Result pages of Google, read during the call.' },
  sources: [
    'B: OpenAPI transcription serper.yml (paths, key header, q, gl, hl, num, page; organic results, news; 400, 401, 429 with a message).',
    'B: answers quoted in several public repositories (used-up credits are a 400 that names them).',
    'B: more than ten results take two credits (a result page is priced as two searches).',
    'Unconfirmed, so left out: a limit of calls a second, which depends on the plan.',
  ],
}
