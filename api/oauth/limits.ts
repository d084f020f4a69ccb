import type { Pool } from 'pg'
import { aMinute, count, createLimiter, type Limiter, secondsLeft } from '../middleware/rate-limit.ts'
import type { StepContext } from '../middleware/state.ts'
import type { EndpointName } from './paths.ts'

/** Requests a minute for each client address; null: off. */
type OAuthLimits = Readonly<Record<'pages' | 'tokens' | 'registrations', Limiter | null>>

/** A person needs six requests to connect an app; this is an office behind one address. */
const PAGES_PER_MINUTE = 300
/** An app on a server refreshes the tokens of all its users from one address. */
const TOKENS_PER_MINUTE = 600
/** Apps register once per installation; each leaves a row. */
const REGISTRATIONS_PER_MINUTE = 30

/** Shared by all replicas. RATE_LIMIT_REQUESTS_PER_MINUTE of 0 switches them off as well. */
export function createOAuthLimits({ pool, requestsPerMinute }: { readonly pool: Pool; readonly requestsPerMinute: number }): OAuthLimits {
  if (requestsPerMinute === 0) return { pages: null, tokens: null, registrations: null }
  return {
    pages: createLimiter(pool, aMinute('oauth_pages', PAGES_PER_MINUTE)),
    tokens: createLimiter(pool, aMinute('oauth_tokens', TOKENS_PER_MINUTE)),
    registrations: createLimiter(pool, aMinute('oauth_registrations', REGISTRATIONS_PER_MINUTE)),
  }
}

const LIMIT_OF: Readonly<Record<EndpointName, keyof OAuthLimits>> = {
  authorize: 'pages', interaction: 'pages', token: 'tokens', revoke: 'tokens', jwks: 'tokens', register: 'registrations',
}

/** Counts the request; null when it may pass. */
export async function secondsToWait(
  limits: OAuthLimits, endpoint: EndpointName, { ctx, clientAddress }: { readonly ctx: StepContext; readonly clientAddress: string },
): Promise<number | null> {
  const limiter = limits[LIMIT_OF[endpoint]]
  if (limiter === null) return null
  const { state, refused } = await count(limiter, `address:${clientAddress}`, ctx)
  return refused && state !== null ? Math.max(1, secondsLeft(state)) : null
}
