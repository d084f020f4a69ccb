/** The settings for payments by Stripe. */
export interface StripeSettings {
  readonly secretKey: string
  /** The secrets by which Stripe proves that an event is its own; several while one is rotated. */
  readonly webhookSecrets: readonly string[]
  /** Stripe's URL; null: the default one. */
  readonly baseUrl: string | null
  /** Whether the key moves real money. Events of the other mode are ignored. */
  readonly livemode: boolean
}

type Variables = Readonly<Record<string, string | undefined>>

const SECRET_KEY = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]{1,500}$/
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{1,500}$/

/**
 * Reads `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET` and `STRIPE_BASE_URL`; null: no payments are taken. Throws for a
 * key without a webhook secret, because customers would pay and never be credited. Its messages never quote a secret.
 */
export function readStripeSettings(env: Variables): StripeSettings | null {
  const secretKey = env['STRIPE_SECRET_KEY']?.trim() ?? ''
  const entries = (env['STRIPE_WEBHOOK_SECRET'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (secretKey === '' && entries.length === 0) return null
  if (secretKey === '') throw new Error('STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY: set both, or neither.')
  const [, mode] = SECRET_KEY.exec(secretKey) ?? []
  if (mode === undefined)
    throw new Error(
      'STRIPE_SECRET_KEY is not a secret key of Stripe: it begins with "sk_test_" or "sk_live_" ("rk_" for a restricted one).',
    )
  if (entries.length === 0)
    throw new Error(
      'Set STRIPE_WEBHOOK_SECRET too. Without it, Stripe cannot report payments, and no top-up is credited.',
    )
  const wrong = entries.findIndex((entry) => !WEBHOOK_SECRET.test(entry))
  if (wrong >= 0)
    throw new Error(
      `Entry ${wrong + 1} of STRIPE_WEBHOOK_SECRET is not a webhook secret: it must begin with "whsec_". Separate several secrets by commas.`,
    )
  return {
    secretKey,
    webhookSecrets: entries,
    baseUrl: baseUrlOf(env['STRIPE_BASE_URL']?.trim() ?? ''),
    livemode: mode === 'live',
  }
}

function baseUrlOf(text: string): string | null {
  if (text === '') return null
  const url = URL.parse(text)
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.username !== ''
  ) {
    throw new Error('STRIPE_BASE_URL must be an origin such as https://stripe-proxy.example:8443, without a path.')
  }
  return url.origin
}
