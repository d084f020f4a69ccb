import type Stripe from 'stripe'
import type { StripeSettings } from '../../domain/settings/payments.ts'
import type { Traced } from '../../telemetry/spans.ts'

/** The API version whose objects this code reads. Stripe answers in it whatever the account's default is. */
const API_VERSION = '2026-10-28.endive'
/** A person in front of a page waits for the call, or a workflow that retries it. */
const TIMEOUT_MS = 15_000

/** Stripe's library, loaded where a deployment takes payments: it fills ten megabytes (decisions, "Memory"). */
export const loadStripe = async (): Promise<typeof Stripe> => (await import('stripe')).default

/**
 * The Stripe client. It retries nothing by itself: the workflow's retry policy repeats a step under the same
 * idempotency key, so that one policy decides how often Stripe is called.
 */
export async function createStripeClient({ secretKey, baseUrl }: StripeSettings, traced: Traced): Promise<Stripe> {
  const Client = await loadStripe()
  return new Client(secretKey, {
    httpClient: followed(Client.createNodeHttpClient(), traced),
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...placeOf(baseUrl),
  })
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** Stripe's HTTP client, traced by method and status only: its paths hold ids of customers and cards. */
function followed(plain: HttpClient, traced: Traced): HttpClient {
  return {
    getClientName: () => plain.getClientName(),
    makeRequest: (host, port, path, method, ...rest) =>
      traced(
        {
          name: `${method} to Stripe`,
          kind: 'client',
          attributes: { provider: 'stripe', 'http.request.method': method, 'server.address': host },
        },
        async (setAttributes) => {
          const response = await plain.makeRequest(host, port, path, method, ...rest)
          const status = response.getStatusCode()
          setAttributes({
            'http.response.status_code': status,
            ...(status >= 400 ? { 'error.type': String(status) } : {}),
          })
          return response
        },
      ),
  }
}

function placeOf(baseUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (baseUrl === null) return {}
  const { hostname, port, protocol } = new URL(baseUrl)
  const plain = protocol === 'http:'
  return { host: hostname, port: port || (plain ? '80' : '443'), protocol: plain ? 'http' : 'https' }
}

export type StripeAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** Stripe refused: the call had no effect. `code` is Stripe's. */
  | { readonly kind: 'declined' | 'refused'; readonly code: string }
  /** The request was not sent, or was sent and not answered: its outcome is unknown. */
  | { readonly kind: 'unknown'; readonly code: string }

export type NoAnswer = Exclude<StripeAnswer<never>, { kind: 'answer' }>

/** The failure that the caller of the operation gets. */
export const failureOf = ({
  kind,
  code,
}: NoAnswer): { readonly result: 'refused' | 'unreachable'; readonly code: string } => ({
  result: kind === 'unknown' ? 'unreachable' : 'refused',
  code,
})

/** One call, with expected failures as values. Throws errors that are not Stripe's. */
export async function callStripe<T>(call: () => Promise<T>): Promise<StripeAnswer<T>> {
  try {
    return { kind: 'answer', value: await call() }
  } catch (error) {
    const { errors } = await loadStripe()
    if (!(error instanceof errors.StripeError)) throw error
    return { kind: kindOf(error, errors), code: error.decline_code ?? error.code ?? error.type }
  }
}

/** Faults of our own key, which state nothing about a card: an operator fixes them, and then the call is repeated. */
const OF_OUR_KEY = [401, 403]

/**
 * After a 429 nothing was done. A 409 means that the same key is being processed. After a 5xx or a timeout the outcome
 * is unknown.
 */
function kindOf(error: Stripe.errors.StripeError, errors: typeof Stripe.errors): 'declined' | 'refused' | 'unknown' {
  if (error instanceof errors.StripeCardError) return 'declined'
  // The key was used with other parameters, perhaps successfully.
  if (error instanceof errors.StripeIdempotencyError) return 'unknown'
  const { statusCode } = error
  return statusCode === undefined ||
    statusCode >= 500 ||
    statusCode === 409 ||
    statusCode === 429 ||
    OF_OUR_KEY.includes(statusCode)
    ? 'unknown'
    : 'refused'
}
