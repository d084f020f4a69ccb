import Stripe from 'stripe'
import type { StripeSettings } from '../../domain/settings/payments.ts'
import type { Traced } from '../../telemetry/spans.ts'

/** The version whose objects are read here; Stripe answers by it, whatever its account is set to. */
const API_VERSION = '2026-10-28.endive'
/** Whoever waits is a person before a page, or a workflow that asks again. */
const TIMEOUT_MS = 15_000

/**
 * Stripe's own client. It tries nothing twice by itself: a workflow's step is repeated by its policy, under the same idempotency
 * key, so that one thing decides how often Stripe is asked.
 */
export function createStripeClient({ secretKey, baseUrl }: StripeSettings, traced: Traced): Stripe {
  return new Stripe(secretKey, { httpClient: followed(traced), apiVersion: API_VERSION, maxNetworkRetries: 0, timeout: TIMEOUT_MS, telemetry: false, ...placeOf(baseUrl) })
}

/** Stripe's own way over HTTP, followed by method and status: its paths hold ids of customers and cards. */
function followed(traced: Traced): ReturnType<typeof Stripe.createNodeHttpClient> {
  const plain = Stripe.createNodeHttpClient()
  return {
    getClientName: () => plain.getClientName(),
    makeRequest: (host, port, path, method, ...rest) =>
      traced({ name: `${method} to Stripe`, kind: 'client', attributes: { provider: 'stripe', 'http.request.method': method, 'server.address': host } }, async (tell) => {
        const response = await plain.makeRequest(host, port, path, method, ...rest)
        const status = response.getStatusCode()
        tell({ 'http.response.status_code': status, ...(status >= 400 ? { 'error.type': String(status) } : {}) })
        return response
      }),
  }
}

function placeOf(baseUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (baseUrl === null) return {}
  const { hostname, port, protocol } = new URL(baseUrl)
  const plain = protocol === 'http:'
  return { host: hostname, port: port || (plain ? '80' : '443'), protocol: plain ? 'http' : 'https' }
}

export type StripeOutcome<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** Stripe said no: nothing came of it. `code` is Stripe's. */
  | { readonly kind: 'declined' | 'refused'; readonly code: string }
  /** It was never told, or told and not answered: whether something came of it is not known. */
  | { readonly kind: 'unknown'; readonly code: string }

export type NoAnswer = Exclude<StripeOutcome<never>, { kind: 'answer' }>

/** Why nothing was done, as whoever asked for it is told. */
export const failureOf = ({ kind, code }: NoAnswer): { readonly result: 'refused' | 'unreachable'; readonly code: string } =>
  ({ result: kind === 'unknown' ? 'unreachable' : 'refused', code })

/** One call, its expected failures as values. Throws what is no answer of Stripe's. */
export async function askStripe<T>(call: () => Promise<T>): Promise<StripeOutcome<T>> {
  try {
    return { kind: 'answer', value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { kind: kindOf(error), code: error.decline_code ?? error.code ?? error.type }
  }
}

/** Our key's own faults, which say nothing about a card: an operator mends them, and then the same is asked again. */
const OF_OUR_KEY = [401, 403]

/** Under a 429 nothing was done; under a 409 the same key is being worked on, and a 5xx or a silence may have been done. */
function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): 'declined' | 'refused' | 'unknown' {
  if (error instanceof Stripe.errors.StripeCardError) return 'declined'
  // The key was used with something else, perhaps with success.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'unknown'
  const { statusCode } = error
  return statusCode === undefined || statusCode >= 500 || statusCode === 409 || statusCode === 429 || OF_OUR_KEY.includes(statusCode) ? 'unknown' : 'refused'
}
