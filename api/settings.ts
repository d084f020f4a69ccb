import { temporalSettings } from '../domain/settings/connections.ts'
import { type EmbeddingSettings, readEmbeddingSettings } from '../domain/settings/embeddings.ts'
import { readAllowedNetworks } from '../domain/settings/networks.ts'
import { type InboundSecrets, readInboundSecrets } from '../domain/settings/inbound-secrets.ts'
import { readMailSettings } from '../domain/settings/mail.ts'
import { type OperatorDocuments, readOperatorDocuments } from '../domain/settings/operator-pages.ts'
import { type OperatorSettings, readOperatorSettings } from '../domain/settings/operators.ts'
import { readPublicUrl } from '../domain/settings/public-url.ts'
import { readAmount, readCount } from '../domain/settings/numbers.ts'
import type { Microdollars } from '../domain/money/microdollars.ts'
import { readStripeSettings, type StripeSettings } from '../domain/settings/payments.ts'
import type { CidrBlock } from '../domain/webhooks/ip-addresses.ts'

/** The api's settings from its environment; docs/settings.md documents each. */
export interface ApiSettings {
  readonly port: number
  readonly host: string
  readonly metricsPort: number
  readonly publicUrl: string | null
  readonly deployment: 'local' | 'production'
  readonly trustedProxies: readonly string[]
  readonly requestsPerMinute: number
  readonly runsPerMinute: number
  /** How many runs of this process may be between start and worker at once (workflows/starters/start-gate.ts). */
  readonly runStartsAtOnce: number
  readonly bytesPerMinute: number
  /** The networks that webhook URLs may reach besides public addresses. */
  readonly webhookAllowedNetworks: readonly CidrBlock[]
  readonly inboundSecrets: InboundSecrets
  /** The promotional credit in the live wallet of a new workspace. */
  readonly signupCredit: Microdollars
  /** How links reach people: by mail, or, on a local start without a mail server, in the log. */
  readonly accountMails: 'smtp' | 'log' | null
  /** null: pages do not lead to Temporal. */
  readonly operators: OperatorSettings | null
  /** null: no payments are taken. */
  readonly stripe: StripeSettings | null
  /** null: discover compares words alone. */
  readonly embeddings: EmbeddingSettings | null
  /** The folder with the packages of the clients; null: none are served. */
  readonly clientPackages: string | null
  /** Terms, privacy, imprint and the contact for vulnerabilities. */
  readonly documents: OperatorDocuments
}

type Variables = Readonly<Record<string, string | undefined>>

export function readApiSettings(env: Variables): ApiSettings {
  const deployment = env['DEPLOYMENT']?.trim() || 'local'
  if (deployment !== 'local' && deployment !== 'production')
    throw new Error(`DEPLOYMENT must be local or production, not "${deployment}".`)
  return {
    port: readCount(env, 'PORT', 8080),
    // A local start is for this machine only; in production the container's port is published on purpose.
    host: env['HOST']?.trim() || (deployment === 'local' ? '127.0.0.1' : '0.0.0.0'),
    metricsPort: readCount(env, 'METRICS_PORT', 9464),
    publicUrl: readPublicUrl(env),
    deployment,
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '')
      .split(',')
      .map((range) => range.trim())
      .filter((range) => range !== ''),
    requestsPerMinute: readCount(env, 'RATE_LIMIT_REQUESTS_PER_MINUTE', 12_000),
    runsPerMinute: readCount(env, 'RATE_LIMIT_RUNS_PER_MINUTE', 6_000),
    runStartsAtOnce: Math.max(1, readCount(env, 'RUN_STARTS_AT_ONCE', 3)),
    bytesPerMinute: readCount(env, 'RATE_LIMIT_BYTES_PER_MINUTE', 104_857_600),
    webhookAllowedNetworks: readAllowedNetworks(env),
    inboundSecrets: readInboundSecrets(env),
    signupCredit: readAmount(env, 'SIGNUP_CREDIT', '0.00'),
    accountMails: readMailSettings(env) !== null ? 'smtp' : deployment === 'local' ? 'log' : null,
    operators: readOperatorSettings(env, { deployment, namespace: temporalSettings(env, '').namespace }),
    stripe: readStripeSettings(env),
    embeddings: readEmbeddingSettings(env),
    clientPackages: env['CLIENT_PACKAGES']?.trim() || null,
    documents: readOperatorDocuments(env),
  }
}
