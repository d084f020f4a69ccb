import { parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'
import type { MeteredRates } from '../../../domain/providers/manifest.ts'

/** One actor that serves a capability on one platform. */
export interface Served {
  /** In the spelling of its address: `apify~instagram-scraper`. */
  readonly actor: string
  /** The actor author's price of a result on the dearest plan, in US dollars. */
  readonly cost: string
  /** The minimum number of results that a run is charged for, even if fewer are requested. */
  readonly atLeast?: number
}

export const SERVED = {
  'social.profile': {
    instagram: { actor: 'apify~instagram-profile-scraper', cost: '0.0026' },
    tiktok: { actor: 'clockworks~tiktok-profile-scraper', cost: '0.003' },
    youtube: { actor: 'streamers~youtube-channel-scraper', cost: '0.0013' },
  },
  'social.posts': {
    instagram: { actor: 'apify~instagram-scraper', cost: '0.0027' },
    tiktok: { actor: 'clockworks~tiktok-profile-scraper', cost: '0.003' },
    x: { actor: 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest', cost: '0.00025', atLeast: 20 },
    youtube: { actor: 'streamers~youtube-scraper', cost: '0.004' },
  },
  'social.search': {
    instagram: { actor: 'apify~instagram-hashtag-scraper', cost: '0.0026' },
    x: { actor: 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest', cost: '0.00025', atLeast: 20 },
    youtube: { actor: 'streamers~youtube-scraper', cost: '0.004' },
  },
  'social.comments': {
    instagram: { actor: 'apify~instagram-comment-scraper', cost: '0.0026' },
    tiktok: { actor: 'clockworks~tiktok-comments-scraper', cost: '0.00125' },
    youtube: { actor: 'streamers~youtube-comments-scraper', cost: '0.00225' },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Served>>>>

export type ServedCapability = keyof typeof SERVED

/** By platform. Only own members count: the platform is the caller's input. */
export function servedBy(capability: string, platform: string): Served | undefined {
  const table: Readonly<Record<string, Readonly<Record<string, Served>>>> = SERVED
  const platforms = Object.hasOwn(table, capability) ? table[capability] : undefined
  return platforms !== undefined && Object.hasOwn(platforms, platform) ? platforms[platform] : undefined
}

/** The caller's price: the smallest run is the base price, and each result adds its own. */
export function ratesOf({ cost, atLeast = 0 }: Served): MeteredRates {
  return { base: platformPrice(parseUsd(cost) * BigInt(atLeast)), perResult: platformPrice(parseUsd(cost)) }
}
