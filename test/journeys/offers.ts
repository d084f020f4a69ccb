import { routingOf } from '../../api/http/runs/request.ts'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { findCapability } from '../../domain/capabilities/catalog.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { LIST_RATES } from '../../domain/pricing/rates.ts'
import type { Offer, ProviderManifest } from '../../domain/providers/manifest.ts'
import { planRun } from '../../domain/routing/candidates.ts'

/** A request that one live provider serves alone, on one platform where it has several. */
export interface Journey {
  readonly capability: string
  readonly provider: string
  readonly platform: string | null
  readonly sends: boolean
  readonly input: JsonObject
}

/** What an offer is called: `company.enrich by hunter`, `social.posts by apify on x`. */
export const nameOf = ({ capability, provider, platform }: Omit<Journey, 'input' | 'sends'>): string =>
  `${capability} by ${provider}${platform === null ? '' : ` on ${platform}`}`

/**
 * Offers that a customer cannot reach by HTTP yet, with the reason. This list may only become shorter: an entry that
 * can be reached fails the test.
 */
export const UNREACHABLE: Readonly<Record<string, string>> = {}

/** Providers whose own account a customer cannot connect yet, with the reason; it may only become shorter, too. */
export const NOT_CONNECTABLE: Readonly<Record<string, string>> = {}

/** Every live provider, those with raw endpoints alone among them. */
export const LIVE: readonly ProviderManifest[] = loadKnownProviders({}).manifests.filter(
  ({ environment }) => environment === 'live',
)

/** One for every live offer, and for every platform of it. */
export const journeysOf = (manifests: readonly ProviderManifest[] = LIVE): readonly Journey[] =>
  manifests.flatMap((manifest) =>
    manifest.offers.flatMap((offer) =>
      (offer.platforms ?? [null]).map((platform) => journey(manifest.slug, offer, platform)),
    ),
  )

function journey(provider: string, offer: Offer, platform: string | null): Journey {
  const capability = findCapability(offer.capability)
  if (capability === undefined) throw new Error(`there is no capability ${offer.capability}`)
  const example: JsonObject = JSON.parse(JSON.stringify(capability.exampleInput))
  const inputs =
    platform === null ? [example, ...offer.requires.map(pick)] : [{ ...onPlatform(offer.capability, platform) }]
  const input = inputs.find((one) => {
    const routing = routingOf(undefined)
    const offers = [{ provider, offer, unusable: null, record: undefined }]
    return planRun({ capability, input: one, routing, rates: LIST_RATES, offers }).kind === 'plan'
  })
  // Without a sample that the offer takes, the first one shows in the table why it does not.
  return { capability: offer.capability, provider, platform, sends: capability.sends, input: input ?? inputs[0] ?? {} }
}

/** A value for each input that an offer may require. */
const SAMPLES: Readonly<Record<string, Json>> = {
  full_name: 'Robin Sample',
  first_name: 'Robin',
  last_name: 'Sample',
  domain: 'example.com',
  company: 'Example Works',
  name: 'Example Works',
  email: 'robin.sample@example.com',
  linkedin_url: 'https://www.linkedin.com/in/robin-sample',
  phone: '+12025550123',
  titles: ['Head of Examples'],
  seniorities: ['director'],
  industries: ['Software'],
  locations: ['Germany'],
  query: 'durable workflows',
  keywords: ['durable workflow engine'],
  url: 'https://example.com',
  cik: '9990001',
  ticker: 'EXMP',
}

const pick = (fields: readonly string[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap((name): [string, Json][] => (name in SAMPLES ? [[name, SAMPLES[name] ?? null]] : [])),
  )

const POSTS: Readonly<Record<string, string>> = {
  instagram: 'https://www.instagram.com/p/Sample1/',
  tiktok: 'https://www.tiktok.com/@robin.sample/video/700000001',
  youtube: 'https://www.youtube.com/watch?v=sampleVid01',
  reddit: 'https://www.reddit.com/r/sample/comments/1/',
}
const HANDLES: Readonly<Record<string, string>> = { x: 'robinsample', youtube: 'robinsample', reddit: 'robin_sample' }

function onPlatform(capability: string, platform: string): JsonObject {
  const handle = HANDLES[platform] ?? 'robin.sample'
  switch (capability) {
    case 'social.profile':
      return { platform, handle }
    case 'social.posts':
      return { platform, handle, limit: 2 }
    case 'social.search':
      return { platform, query: 'developer tools', limit: 2 }
    case 'social.comments':
      return { platform, post_url: POSTS[platform] ?? null, limit: 2 }
    default:
      return platform === 'whatsapp'
        ? { platform, phone: '+12025550123', text: 'Hello Robin.' }
        : { platform, handle, text: 'Hello Robin.' }
  }
}

/** One journey a provider: its first offer. */
export const oneEach = (journeys: readonly Journey[]): readonly Journey[] => {
  const seen = new Set<string>()
  return journeys.filter(({ provider }) => !seen.has(provider) && seen.add(provider) !== undefined)
}
