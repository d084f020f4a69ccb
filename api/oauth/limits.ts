import type { Pool } from 'pg'
import type { Limiter } from '../limits/limiter.ts'
import { aMinute, count, createLimiter, secondsLeft } from '../limits/rate-limits.ts'
import type { StepContext } from '../middleware/state.ts'
import type { EndpointName } from './paths.ts'

/** For each client address, `documentHosts` and `knownDocumentHosts` for each host; an empty list is off. */
export type OAuthLimits = Readonly<
  Record<
    'pages' | 'tokens' | 'registrations' | 'documents' | 'documentHosts' | 'knownDocumentHosts',
    readonly Limiter[]
  >
>

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

/** A person connects an app whose document is not known yet; an office behind one address connects some. */
const DOCUMENTS_PER_MINUTE = 10
/** Each leaves a row, as a registration does. */
const DOCUMENTS_PER_HOUR = 60
/** A host with many apps; of many callers together, no more readings reach one host. */
const DOCUMENTS_PER_HOST_PER_MINUTE = 30

/** Shared by all replicas. RATE_LIMIT_REQUESTS_PER_MINUTE of 0 switches them off as well. */
export function createOAuthLimits({
  pool,
  requestsPerMinute,
}: {
  readonly pool: Pool
  readonly requestsPerMinute: number
}): OAuthLimits {
  if (requestsPerMinute === 0)
    return { pages: [], tokens: [], registrations: [], documents: [], documentHosts: [], knownDocumentHosts: [] }
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
    documents: [
      createLimiter(pool, aMinute('oauth_documents', DOCUMENTS_PER_MINUTE)),
      createLimiter(pool, {
        name: 'oauth_documents_hour',
        of: 'oauth_documents',
        limit: DOCUMENTS_PER_HOUR,
        windowSeconds: 3_600,
      }),
    ],
    documentHosts: [createLimiter(pool, aMinute('oauth_document_hosts', DOCUMENTS_PER_HOST_PER_MINUTE))],
    knownDocumentHosts: [createLimiter(pool, aMinute('oauth_known_document_hosts', DOCUMENTS_PER_HOST_PER_MINUTE))],
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
export const secondsToWait = (
  limits: OAuthLimits,
  endpoint: EndpointName,
  { ctx, clientAddress }: Counted,
): Promise<number | null> => countAgainst(limits[LIMIT_OF[endpoint]], `address:${clientAddress}`, ctx)

export interface DocumentReading {
  readonly host: string
  /** A document of this URL is stored: made-up URLs use another quota of the host. */
  readonly isKnown: boolean
}

/** Counts one reading of a client's document, for its reader first; null when it may be read. */
export const secondsToReading = async (
  limits: OAuthLimits,
  { host, isKnown }: DocumentReading,
  { ctx, clientAddress }: Counted,
): Promise<number | null> =>
  (await countAgainst(limits.documents, `address:${clientAddress}`, ctx)) ??
  (await countAgainst(isKnown ? limits.knownDocumentHosts : limits.documentHosts, `host:${host}`, ctx))

interface Counted {
  readonly ctx: StepContext
  readonly clientAddress: string
}

async function countAgainst(limiters: readonly Limiter[], key: string, ctx: StepContext): Promise<number | null> {
  const counted = await Promise.all(limiters.map((limiter) => count(limiter, key, ctx.state.log)))
  const waits = counted.flatMap(({ state, refused }) => (refused && state !== null ? [secondsLeft(state)] : []))
  return waits.length === 0 ? null : Math.max(1, ...waits)
}
