import { defaultLimit as defaultLimitOf } from '../../../domain/capabilities/catalog.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { MeteredRates, Pricing } from '../../../domain/providers/manifest.ts'

/** The cheaper provider's price, then the dearer one's; close to real prices. */
type Pair<T> = readonly [T, T]
export type PriceColumn = 0 | 1

/** USD per call. */
const FLAT: Readonly<Record<string, Pair<string>>> = {
  'contact.find': ['0.0143', '0.0286'],
  'contact.find_by_profile': ['0.0143', '0.0286'],
  'contact.personal_email': ['0.04', '0.07'],
  'contact.phone': ['0.12', '0.30'],
  'contact.verify': ['0.005', '0.008'],
  'contact.reverse_email': ['0.03', '0.06'],
  'person.enrich': ['0.05', '0.14'],
  'person.resolve_profile': ['0.02', '0.04'],
  'person.job_change': ['0.03', '0.06'],
  'company.enrich': ['0.04', '0.08'],
  'company.funding': ['0.06', '0.10'],
  'company.technologies': ['0.03', '0.05'],
  'company.jobs': ['0.02', '0.03'],
  'company.news': ['0.01', '0.02'],
  'company.headcount': ['0.02', '0.04'],
  'company.email_pattern': ['0.01', '0.02'],
  'company.brand': ['0.02', '0.04'],
  'company.filings': ['0.00', '0.002'],
  'social.profile': ['0.006', '0.012'],
  'linkedin.company': ['0.01', '0.02'],
  'web.search': ['0.00286', '0.006'],
  'web.scrape': ['0.003', '0.006'],
  'seo.keywords': ['0.0143', '0.03'],
  'seo.backlinks': ['0.03', '0.05'],
  'seo.serp': ['0.00286', '0.005'],
  'email.send': ['0.0143', '0.02'],
  'linkedin.invite': ['0.05', '0.08'],
  'linkedin.message': ['0.03', '0.05'],
  'chat.send': ['0.02', '0.03'],
}

/** USD per call and USD per result. */
const METERED: Readonly<Record<string, Pair<readonly [base: string, perResult: string]>>> = {
  'contact.domain_emails': [
    ['0.00', '0.004'],
    ['0.002', '0.006'],
  ],
  'person.search': [
    ['0.01', '0.01'],
    ['0.02', '0.015'],
  ],
  'person.decision_makers': [
    ['0.01', '0.02'],
    ['0.02', '0.03'],
  ],
  'company.search': [
    ['0.01', '0.005'],
    ['0.02', '0.01'],
  ],
  'company.similar': [
    ['0.01', '0.005'],
    ['0.02', '0.01'],
  ],
  'social.posts': [
    ['0.002', '0.002'],
    ['0.004', '0.004'],
  ],
  'social.search': [
    ['0.002', '0.003'],
    ['0.004', '0.005'],
  ],
  'social.comments': [
    ['0.002', '0.001'],
    ['0.004', '0.002'],
  ],
  'linkedin.jobs': [
    ['0.002', '0.002'],
    ['0.004', '0.004'],
  ],
  'web.map': [
    ['0.00', '0.0001'],
    ['0.00', '0.0002'],
  ],
}

/** Other prices of single networks: the sandbox prices by platform, so that callers can try it. */
const METERED_BY_PLATFORM: Readonly<
  Record<string, Pair<Readonly<Record<string, readonly [base: string, perResult: string]>>>>
> = {
  'social.posts': [
    { linkedin: ['0.003', '0.004'], x: ['0.001', '0.0004'] },
    { linkedin: ['0.006', '0.008'], x: ['0.002', '0.0008'] },
  ],
}

export function sandboxPrice(capability: Capability, column: PriceColumn): Pricing {
  return Object.hasOwn(METERED, capability.slug) ? meteredPrice(capability, column) : flatPrice(capability, column)
}

function flatPrice({ slug }: Capability, column: PriceColumn): Pricing {
  const price = FLAT[slug]?.[column]
  if (price === undefined) throw new RangeError(`the sandbox states no price for ${slug}`)
  return { model: 'flat', amount: parseUsd(price) }
}

function meteredPrice(capability: Capability, column: PriceColumn): Pricing {
  const price = METERED[capability.slug]?.[column]
  const defaultLimit = defaultLimitOf(capability)
  if (price === undefined || defaultLimit === null)
    throw new RangeError(`the sandbox states no price or no limit for ${capability.slug}`)
  const platforms = METERED_BY_PLATFORM[capability.slug]?.[column]
  const byPlatform =
    platforms && Object.fromEntries(Object.entries(platforms).map(([platform, rates]) => [platform, ratesOf(rates)]))
  return { model: 'metered', ...ratesOf(price), defaultLimit, ...(byPlatform === undefined ? {} : { byPlatform }) }
}

const ratesOf = ([base, perResult]: readonly [string, string]): MeteredRates => ({
  base: parseUsd(base),
  perResult: parseUsd(perResult),
})
