import type { Pool } from 'pg'
import type { Limiter } from '../limits/limiter.ts'
import { aMinute, count, createLimiter, secondsLeft } from '../limits/rate-limits.ts'
import type { StepContext } from '../middleware/state.ts'
import type { EndpointName } from './paths.ts'

/** For each client address; an empty list is off. */
type OAuthLimits = Readonly<Record<'pages' | 'tokens' | 'registrations', readonly Limiter[]>>

/** A person needs six requests to connect an app; this is an office behind one address. */
const PAGES_PER_MINUTE = 300
/** An app on a server refreshes the tokens of all its users from one address. */
const TOKENS_PER_MINUTE = 600
/** Apps register once per installation. */
const REGISTRATIONS_PER_MINUTE = 30
/**
 * Each registration leaves a row of up to ten kilobytes for thirty days: at this rate one address stores no more than
 * some hundred megabytes.
 */
const REGISTRATIONS_PER_HOUR = 60

/** Shared by all replicas. RATE_LIMIT_REQUESTS_PER_MINUTE of 0 switches them off as well. */
export function createOAuthLimits({
  pool,
  requestsPerMinute,
}: {
  readonly pool: Pool
  readonly requestsPerMinute: number
}): OAuthLimits {
  if (requestsPerMinute === 0) return { pages: [], tokens: [], registrations: [] }
  return {
    pages: [createLimiter(pool, aMinute('oauth_pages', PAGES_PER_MINUTE))],
    tokens: [createLimiter(pool, aMinute('oauth_tokens', TOKENS_PER_MINUTE))],
    registrations: [
      createLimiter(pool, aMinute('oauth_registrations', REGISTRATIONS_PER_MINUTE)),
      createLimiter(pool, {
        name: 'oauth_registrations_hour',
        of: 'oauth_registrations',
        limit: REGISTRATIONS_PER_HOUR,
        windowSeconds: 3_600,
      }),
    ],
  }
}

const LIMIT_OF: Readonly<Record<EndpointName, keyof OAuthLimits>> = {
  authorize: 'pages',
  interaction: 'pages',
  token: 'tokens',
  revoke: 'tokens',
  jwks: 'tokens',
  register: 'registrations',
}

/** Counts the request; null when it may pass. */
export async function secondsToWait(
  limits: OAuthLimits,
  endpoint: EndpointName,
  { ctx, clientAddress }: { readonly ctx: StepContext; readonly clientAddress: string },
): Promise<number | null> {
  const counted = await Promise.all(
    limits[LIMIT_OF[endpoint]].map((limiter) => count(limiter, `address:${clientAddress}`, ctx.state.log)),
  )
  const waits = counted.flatMap(({ state, refused }) => (refused && state !== null ? [secondsLeft(state)] : []))
  return waits.length === 0 ? null : Math.max(1, ...waits)
}
