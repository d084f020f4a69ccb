import type { InboundProvider } from '../inbound/message.ts'

/**
 * The secrets by which each provider proves that a message is its own. There are several while one is rotated; without
 * any, the provider's messages are not accepted.
 */
export type InboundSecrets = Readonly<Record<InboundProvider, readonly string[]>>

type Variables = Readonly<Record<string, string | undefined>>

interface SecretForm {
  readonly pattern: RegExp
  /** In words, for the error. */
  readonly form: string
}

/** Svix: messages are signed with this key. */
const SIGNING_KEY: SecretForm = {
  pattern: /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  form: '"whsec_" and base64, as the provider shows it',
}
/** Sent as it is in a header. */
const HEADER_SECRET: SecretForm = {
  pattern: /^[\x21-\x2b\x2d-\x7e]{1,500}$/,
  form: 'up to 500 visible characters without a comma',
}

/**
 * Reads `PROVIDER_<SLUG>_WEBHOOK_SECRET` of every provider that reports by webhook. Its messages never quote a secret.
 */
export function readInboundSecrets(env: Variables): InboundSecrets {
  return {
    agentmail: secretsOf(env, 'agentmail', SIGNING_KEY),
    resend: secretsOf(env, 'resend', SIGNING_KEY),
    unipile: secretsOf(env, 'unipile', HEADER_SECRET),
  }
}

function secretsOf(env: Variables, provider: InboundProvider, { pattern, form }: SecretForm): readonly string[] {
  const variable = `PROVIDER_${provider.toUpperCase()}_WEBHOOK_SECRET`
  const text = env[variable]?.trim() ?? ''
  const entries = text === '' ? [] : text.split(',').map((entry) => entry.trim())
  const wrong = entries.findIndex((entry) => !pattern.test(entry))
  if (wrong >= 0)
    throw new Error(
      `Entry ${wrong + 1} of ${variable} is not a webhook secret: it must be ${form}. Separate several secrets by commas.`,
    )
  return entries
}
