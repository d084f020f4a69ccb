import { CAPABILITIES, sufficientInputs } from '../../../domain/capabilities/catalog.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { SOCIAL_PLATFORMS } from '../../../domain/capabilities/fields.ts'
import { SOCIAL_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/social-search.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { JsonObject, Offer, Pricing, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { SCENARIO_NOTE, readScenario } from './scenario.ts'

export const SANDBOX_ALPHA = 'sandbox-alpha'
export const SANDBOX_BETA = 'sandbox-beta'

/** An answer is computed in memory; the number only has to be that of the quick lane. */
const LATENCY_MS = 20
/** Longer than the slowest scenario (20 s), so that slow alone is never a timeout. */
const DEADLINE_MS = 30_000

/** USD a call: first the cheaper provider's price, then the dearer one's. Near what real providers ask. */
const FLAT_PRICES: Readonly<Record<string, readonly [string, string]>> = {
  'contact.find': ['0.0143', '0.0286'],
  'contact.phone': ['0.12', '0.30'],
  'contact.verify': ['0.005', '0.008'],
  'person.enrich': ['0.05', '0.14'],
  'company.enrich': ['0.04', '0.08'],
  'company.funding': ['0.06', '0.10'],
  'company.technologies': ['0.03', '0.05'],
  'company.filings': ['0.00', '0.002'],
  'social.profile': ['0.006', '0.012'],
  'web.search': ['0.00286', '0.006'],
  'email.send': ['0.0143', '0.02'],
  'linkedin.invite': ['0.05', '0.08'],
  'linkedin.message': ['0.03', '0.05'],
}

const METERED_PRICES: readonly [Pricing, Pricing] = [
  { model: 'metered', base: parseUsd('0.002'), perResult: parseUsd('0.003'), defaultLimit: SOCIAL_SEARCH_LIMIT_DEFAULT },
  { model: 'metered', base: parseUsd('0.004'), perResult: parseUsd('0.005'), defaultLimit: SOCIAL_SEARCH_LIMIT_DEFAULT },
]

export const sandboxAlphaManifest = manifestOf(SANDBOX_ALPHA, 'Simulated provider Alpha', 0)
export const sandboxBetaManifest = manifestOf(SANDBOX_BETA, 'Simulated provider Beta', 1)

function manifestOf(slug: string, title: string, column: 0 | 1): ProviderManifest {
  return {
    slug,
    title,
    homepage: null,
    environment: 'test',
    credential: 'none',
    baseUrl: 'https://sandbox.invalid',
    limits: { concurrency: null, requestsPerSecond: null, burst: null },
    offers: CAPABILITIES.map((capability) => offerOf(capability, column)),
    sources: [`Made up by this project; nothing leaves the process. ${SCENARIO_NOTE}`],
  }
}

function offerOf(capability: Capability, column: 0 | 1): Offer {
  return {
    capability: capability.slug,
    pricing: pricingOf(capability, column),
    priceNote: 'Simulated price, paid from the sandbox wallet.',
    verified: false,
    requires: sufficientInputs(capability),
    ...(capability.category === 'social' ? { platforms: SOCIAL_PLATFORMS } : {}),
    expectedLatencyMs: latencyOf,
    deadlineMs: DEADLINE_MS,
    repeat: capability.sends ? 'keyed' : 'free',
  }
}

function pricingOf(capability: Capability, column: 0 | 1): Pricing {
  if (capability.billing === 'metered') return METERED_PRICES[column]
  const price = FLAT_PRICES[capability.slug]?.[column]
  if (price === undefined) throw new RangeError(`the sandbox states no price for ${capability.slug}`)
  return { model: 'flat', amount: parseUsd(price) }
}

function latencyOf(input: JsonObject): number {
  return LATENCY_MS + readScenario(input).slowSeconds * 1000
}
