import { KNOWN_ACTORS } from '../../../domain/catalog/providers/actors.ts'
import { type Microdollars, parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { MeteredRates } from '../../../domain/providers/manifest.ts'

/** One actor that serves a capability on one platform. */
export interface Served {
  /** In the spelling of its address: `apify~instagram-scraper`. */
  readonly actor: string
  /** The minimum number of results that a run is charged for, even if fewer are requested. */
  readonly atLeast?: number
}

export const SERVED = {
  'social.profile': {
    instagram: { actor: 'apify~instagram-profile-scraper' },
    tiktok: { actor: 'clockworks~tiktok-profile-scraper' },
    youtube: { actor: 'streamers~youtube-channel-scraper' },
  },
  'social.posts': {
    instagram: { actor: 'apify~instagram-scraper' },
    tiktok: { actor: 'clockworks~tiktok-profile-scraper' },
    x: { actor: 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest', atLeast: 20 },
    youtube: { actor: 'streamers~youtube-scraper' },
    reddit: { actor: 'trudax~reddit-scraper-lite' },
  },
  'social.search': {
    instagram: { actor: 'apify~instagram-hashtag-scraper' },
    x: { actor: 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest', atLeast: 20 },
    youtube: { actor: 'streamers~youtube-scraper' },
    reddit: { actor: 'trudax~reddit-scraper-lite' },
  },
  'social.comments': {
    instagram: { actor: 'apify~instagram-comment-scraper' },
    tiktok: { actor: 'clockworks~tiktok-comments-scraper' },
    youtube: { actor: 'streamers~youtube-comments-scraper' },
    // The post comes with its comments.
    reddit: { actor: 'trudax~reddit-scraper-lite', atLeast: 1 },
  },
  'linkedin.jobs': {
    linkedin: { actor: 'curious_coder~linkedin-jobs-scraper', atLeast: 10 },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Served>>>>

/** The platform of an input: a capability of one network has none in it. */
export const platformOf = (capability: string, platform: string | null): string =>
  capability.startsWith('linkedin.') ? 'linkedin' : (platform ?? '')

export type ServedCapability = keyof typeof SERVED

/** By platform. Only own members count: the platform is the caller's input. */
export function servedBy(capability: string, platform: string): Served | undefined {
  const table: Readonly<Record<string, Readonly<Record<string, Served>>>> = SERVED
  const platforms = Object.hasOwn(table, capability) ? table[capability] : undefined
  return platforms !== undefined && Object.hasOwn(platforms, platform) ? platforms[platform] : undefined
}

/** The caller's price: the smallest run is the base price, and each result adds its own. */
export function ratesOf({ actor, atLeast = 0 }: Served): MeteredRates {
  const cost = itemCost(actor)
  return { base: platformPrice(cost * BigInt(atLeast)), perResult: platformPrice(cost) }
}

/** The actor author's price of a result on the most expensive plan. */
function itemCost(actor: string): Microdollars {
  const item = KNOWN_ACTORS.find((known) => known.actor === actor)?.price?.item
  if (item === undefined) throw new RangeError(`${actor} serves a capability and has no price`)
  return parseUsd(item)
}
