import { lookupOffer } from '../../../domain/providers/lookup-offer.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const builtwithManifest: ProviderManifest = {
  slug: 'builtwith',
  title: 'BuiltWith',
  homepage: 'https://builtwith.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.builtwith.com',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    lookupOffer({
      capability: 'company.technologies',
      cost: '0.0495',
      costNote: "price of a domain lookup in the provider's own pay-per-call document",
      endpoints: ['GET /v22/api.json'],
      requires: [['domain']],
      expectedLatencyMs: 2_000,
      deadlineMs: 15_000,
    }),
  ],
  facts: NOT_STATED,
  sources: [
    'B: OpenAPI documents rest.json and x402.json (path, KEY and LOOKUP in the query, results, moments in milliseconds; the price of the same lookup without an account).',
    'B: public clients (a 200 with `Errors` of {Lookup, Message, Code} and null results; code -10 is a domain that is not known).',
    'Unconfirmed, so not relied on: the other codes (a message that names credits or the key is taken for an account that cannot serve, any other for a failure); limits of calls; any Retry-After header.',
  ],
}
