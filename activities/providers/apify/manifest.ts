import { LINKEDIN_JOBS_LIMIT_DEFAULT } from '../../../domain/capabilities/linkedin-jobs.ts'
import { SOCIAL_COMMENTS_LIMIT_DEFAULT } from '../../../domain/capabilities/social-comments.ts'
import { SOCIAL_POSTS_LIMIT_DEFAULT } from '../../../domain/capabilities/social-posts.ts'
import { SOCIAL_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/social-search.ts'
import type { MeteredRates, Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { isOnPlatform } from './platforms.ts'
import { ratesOf, SERVED, type Served, type ServedCapability } from './served.ts'

/** An actor starts a container and a browser before it collects anything. */
const LATENCY_MS = 30_000
/** Enough for a hundred results; the results collected by then are delivered. */
const DEADLINE_MS = 240_000

/** Or `url`, where the input has that instead. */
const ACCOUNT = ['handle', 'an account of the platform, or `url` its page'] as const

interface Terms {
  readonly capability: ServedCapability
  readonly requires: Offer['requires']
  /** What the input names on its platform: the field, and what it must be. */
  readonly names?: readonly [field: string, words: string]
  /** null: a single answer, at one price whatever the platform. */
  readonly defaultLimit: number | null
  /** What the price is for in addition to the results. */
  readonly note?: string
}

function offer({ capability, requires, names, defaultLimit, note }: Terms): Offer {
  const platforms: readonly (readonly [string, Served])[] = Object.entries(SERVED[capability])
  const byPlatform = Object.fromEntries(platforms.map(([platform, served]) => [platform, ratesOf(served)]))
  return {
    capability,
    requires,
    ...(names === undefined
      ? {}
      : {
          conditions: [{ field: names[0], accepts: (input) => isOnPlatform(capability, input), words: names[1] }],
        }),
    // A capability of one network has no platform in its input.
    ...(capability.startsWith('linkedin.') ? {} : { platforms: platforms.map(([platform]) => platform) }),
    pricing:
      defaultLimit === null
        ? { model: 'flat', amount: mostExpensive(Object.values(byPlatform)).perResult }
        : { model: 'metered', ...mostExpensive(Object.values(byPlatform)), defaultLimit, byPlatform },
    priceNote: ["Estimate. Basis: the actor's published price for a result.", note].filter(Boolean).join(' '),
    verified: false,
    expectedLatencyMs: LATENCY_MS,
    deadlineMs: DEADLINE_MS,
    repeat: 'resumed',
    endpoints: [...new Set(platforms.map(([, { actor }]) => `POST /v2/actors/${actor}/runs`))],
  }
}

/** Of all platforms. */
const mostExpensive = (rates: readonly MeteredRates[]): MeteredRates =>
  rates.reduce((most, one) => (one.perResult > most.perResult ? one : most), { base: 0n, perResult: 0n })

export const apifyManifest: ProviderManifest = {
  slug: 'apify',
  title: 'Apify',
  homepage: 'https://apify.com',
  environment: 'live',
  credential: 'api_key',
  baseUrl: 'https://api.apify.com',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    offer({
      capability: 'social.profile',
      requires: [
        ['platform', 'handle'],
        ['platform', 'url'],
      ],
      names: ACCOUNT,
      defaultLimit: null,
    }),
    offer({
      capability: 'social.posts',
      requires: [
        ['platform', 'handle'],
        ['platform', 'url'],
      ],
      names: ACCOUNT,
      defaultLimit: SOCIAL_POSTS_LIMIT_DEFAULT,
    }),
    offer({
      capability: 'social.search',
      requires: [['platform', 'query']],
      names: ['query', 'words'],
      defaultLimit: SOCIAL_SEARCH_LIMIT_DEFAULT,
    }),
    offer({
      capability: 'social.comments',
      requires: [['platform', 'post_url']],
      names: ['post_url', 'a post of the platform'],
      defaultLimit: SOCIAL_COMMENTS_LIMIT_DEFAULT,
    }),
    offer({
      capability: 'linkedin.jobs',
      requires: [['query']],
      defaultLimit: LINKEDIN_JOBS_LIMIT_DEFAULT,
      note: 'The base pays for ten postings read. With `company`, each further posting read counts, also of another company.',
    }),
  ],
  facts: { data_region: null, retention_days: null, source: 'Public pages, which its actors read during the call.' },
  sources: [
    'A: OpenAPI document apify.json (starting, awaiting, stopping and reading a run; error types; permission levels).',
    "A: the actors' own store pages (input of streamers/youtube-channel-scraper and clockworks/tiktok-profile-scraper).",
    'B: public integrations of these actors, September and October 2026: inputs, members of items, error items, and prices of the free plan.',
    'Unconfirmed, so left out: runs at once (they depend on the plan), which pages of results the free plan gives.',
    'B: public clients of August to October 2026 (curious_coder/linkedin-jobs-scraper: URLs of searches, at least ten results, 1 USD for 1,000, members of items; trudax/reddit-scraper-lite: input, 4 USD for 1,000 results, members of items, three minutes and more for a run).',
    'Left out: profiles and comments on X, profiles on Reddit, and Facebook (prices or items could not be confirmed); search on TikTok (its actor takes no cap below half a dollar).',
    'Left out: posts, comments and profiles on LinkedIn, and linkedin.company (their actors want access to the entire account, which the platform grants to none).',
  ],
}
