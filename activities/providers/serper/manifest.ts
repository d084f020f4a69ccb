import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

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
      pricing: { model: 'flat', amount: platformPrice(parseUsd('0.002')) },
      priceNote: 'Estimate: price seen in a public catalog x 1.43.',
      verified: false,
      requires: [['query']],
      expectedLatencyMs: 900,
      deadlineMs: 8_000,
      // At worst one more search of the platform's; the caller is charged once.
      repeat: 'free',
      endpoints: ['POST /search'],
    },
  ],
  sources: [
    'B: OpenAPI transcription serper.yml (path, key header, q, gl, hl, num, page; organic results; 400, 401, 429 with a message).',
    'B: answers quoted in several public repositories (used-up credits are a 400 that says so).',
    'Unconfirmed, so left out: a limit of calls a second (it depends on the plan), a higher price for more than ten results.',
  ],
}
