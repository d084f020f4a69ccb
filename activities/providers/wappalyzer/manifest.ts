import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const wappalyzerManifest: ProviderManifest = {
  slug: 'wappalyzer',
  title: 'Wappalyzer',
  homepage: 'https://www.wappalyzer.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.wappalyzer.com/v2',
  limits: { concurrency: null, requestsPerSecond: 10, burst: 10 },
  offers: [
    lookupOffer({
      capability: 'company.technologies',
      cost: '0.0225',
      costNote: 'a credit of the smallest plan with an API',
      endpoints: ['GET /lookup'],
      requires: [['domain']],
      expectedLatencyMs: 1_200,
      deadlineMs: 15_000,
    }),
  ],
  facts: NOT_STATED,
  sources: [
    "A: the provider's OpenAPI document v2-public (path, urls, key header, finished, pending and failed items in one list, 400, 403, 429).",
    'A: wappalyzer.com/docs/api/v2/basics (403 is a wrong key or no credits left).',
    'B: plans and limits (a credit for each URL that is in store, ten calls a second).',
    'A site that is not in store yet is a miss: it is crawled afterwards, for up to 15 minutes, longer than a run waits here.',
    'Unconfirmed, so left out: contact.verify, whose cost in credits is not published; any Retry-After header. The terms forbid to resell the data without a licence for it: the operator needs one.',
  ],
}
