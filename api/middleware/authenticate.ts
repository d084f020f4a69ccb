import { readToken } from '../../domain/keys/token.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import type { KnownCallers } from '../auth/known-callers.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'
import { invalidRequest } from '../validation/check.ts'
import type { Challenge } from '../auth/challenge.ts'
import type { FailedCredentials } from './failed-credentials.ts'
import { type RateLimits } from '../limits/rate-limits.ts'
import { clientAddressOf } from './rate-limit.ts'
import type { MiddlewareStep, StepContext } from './state.ts'

export type Authenticate = (token: string) => Promise<Principal | null>

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** The token of an Authorization header with the scheme Bearer, or undefined. */
export const bearerToken = (header: string): string | undefined => BEARER.exec(header)?.[1]

export interface AuthenticationParts {
  readonly authenticate: Authenticate
  readonly challenge: Challenge
  readonly knownCallers: KnownCallers
  readonly failed: FailedCredentials
  readonly rateLimits: Pick<RateLimits, 'clientAddress'>
}

/**
 * Refuses requests that can be refused without the database, before they wait for a permit: no token, a malformed token
 * by its prefix, length or checksum, and an unknown token from an address that has used up its quota of failures.
 */
export const requireToken =
  (options: Omit<AuthenticationParts, 'authenticate'>): MiddlewareStep =>
  async (ctx, next) => {
    const { challenge, knownCallers, failed, rateLimits } = options
    const token = bearerToken(ctx.get('Authorization'))
    if (token === undefined) {
      const headers = { 'WWW-Authenticate': challenge() }
      throw new Problem('unauthorized', 'Send an API key as `Authorization: Bearer <API_KEY>`.', { headers })
    }
    if (readToken(token) === null) throw unknownToken(challenge)
    const address = clientAddressOf(ctx, rateLimits)
    if (failed.isRefused(address) && knownCallers.of(token) === undefined) await countFailure(ctx, failed, address)
    await next()
  }

/** Spec 5.1: `Authorization: Bearer <API_KEY>`, a dashboard session's token or a connected app's. */
export const authenticate =
  (options: AuthenticationParts): MiddlewareStep =>
  async (ctx, next) => {
    const { challenge, knownCallers, failed, rateLimits } = options
    const token = bearerToken(ctx.get('Authorization')) ?? ''
    const principal = await options.authenticate(token)
    if (principal === null) {
      knownCallers.forget(token)
      await countFailure(ctx, failed, clientAddressOf(ctx, rateLimits))
      throw unknownToken(challenge)
    }
    knownCallers.note(token, { key: principal.workspaceId, environment: principal.environment })
    ctx.state.principal =
      principal.kind !== 'key' ? inEnvironment(principal, ctx.get('Service-Environment')) : principal
    ctx.state.log = ctx.state.log.child({ workspace_id: principal.workspaceId })
    await next()
  }

function unknownToken(challenge: Challenge): Problem {
  const headers = { 'WWW-Authenticate': challenge({ error: 'invalid_token' }) }
  return new Problem('unauthorized', 'The API key or token is unknown, expired or revoked.', { headers })
}

/** Throws `rate_limited` when the address's quota is used up. */
async function countFailure(ctx: StepContext, failed: FailedCredentials, clientAddress: string): Promise<void> {
  const { headers, refusal } = await failed.count({ clientAddress, log: ctx.state.log })
  ctx.set(headers)
  if (refusal !== null) throw refusal
}

/**
 * The tokens of sessions and connected apps do not name their environment (Spec 5.2), so the request may name one
 * (decisions, "session").
 */
function inEnvironment(principal: Principal, requested: string): Principal {
  if (requested === '') return principal
  const environment = ENVIRONMENTS.find((known) => known === requested)
  if (environment === undefined) {
    throw invalidRequest([{ path: '/Service-Environment', message: `must be one of: ${ENVIRONMENTS.join(', ')}` }])
  }
  return { ...principal, environment }
}
