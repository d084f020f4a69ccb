import type { ProviderSettings } from '../../activities/providers/settings.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { TEST_ENCRYPTION_KEYS } from '../build/connection.ts'

/** Where receivers of webhooks are under test. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Nothing listens there. */
export const NO_DNS = '127.0.0.1:9'

/** Processes of a test have the same replacements as the test (decisions, "Inner parts of libraries"). */
const INNER_PARTS = ['DATABASE_CONNECTIONS_WATCHED', 'WORKFLOW_THREADS_WATCHED'] as const

/** The environment by which a separate process joins a service under test; providers as in docs/settings.md. */
export function workerEnv({
  databaseUrl,
  temporal,
  providers,
}: {
  readonly databaseUrl: string
  readonly temporal: TemporalSettings
  readonly providers: ProviderSettings
}): Record<string, string> {
  const chosen = Object.fromEntries(
    INNER_PARTS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const settings = Object.entries(providers).flatMap(([slug, { apiKey, baseUrl }]) => [
    [`PROVIDER_${slug.toUpperCase()}_API_KEY`, apiKey ?? ''],
    [`PROVIDER_${slug.toUpperCase()}_BASE_URL`, baseUrl ?? ''],
  ])
  return {
    ...chosen,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_TASK_QUEUE: temporal.taskQueue,
    WEBHOOK_ALLOWED_NETWORKS: LOOPBACK.join(','),
    DNS_SERVERS: NO_DNS,
    ...Object.fromEntries(settings),
  }
}
