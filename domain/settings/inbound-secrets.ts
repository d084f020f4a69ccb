import type { InboundProvider } from '../inbound/fact.ts'

/**
 * The secrets by which each provider proves that a message is its own. There are several while one is rotated; without
 * any, the provider's messages are not accepted.
 */
export type InboundSecrets = Readonly<Record<InboundProvider, readonly string[]>>

type Variables = Readonly<Record<string, string | undefined>>

/** The scheme of Svix: the key of the signature in base64. */
const SIGNING = {
  pattern: /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  how: '"whsec_" and base64, as the provider shows it',
}
/** The value of a header. */
const SHARED = { pattern: /^[\x21-\x2b\x2d-\x7e]{1,500}$/, how: 'up to 500 visible characters without a comma' }

const FORMS = { agentmail: SIGNING, resend: SIGNING, unipile: SHARED } as const satisfies Record<
  InboundProvider,
  unknown
>

/**
 * Reads `PROVIDER_<SLUG>_WEBHOOK_SECRET` of every provider that reports by webhook. Its messages never quote a secret.
 */
export function readInboundSecrets(env: Variables): InboundSecrets {
  return {
    agentmail: secretsOf(env, 'agentmail'),
    resend: secretsOf(env, 'resend'),
    unipile: secretsOf(env, 'unipile'),
  }
}

function secretsOf(env: Variables, provider: InboundProvider): readonly string[] {
  const variable = `PROVIDER_${provider.toUpperCase()}_WEBHOOK_SECRET`
  const { pattern, how } = FORMS[provider]
  const entries =
    (env[variable]?.trim() ?? '') === '' ? [] : (env[variable] ?? '').split(',').map((entry) => entry.trim())
  const wrong = entries.findIndex((entry) => !pattern.test(entry))
  if (wrong >= 0)
    throw new Error(
      `Entry ${wrong + 1} of ${variable} is not a webhook secret: write it as ${how}; several with a comma between.`,
    )
  return entries
}
