import type { Environment } from '../domain/runs/states.ts'

/** Who makes a request (Spec 5): always exactly one workspace in exactly one environment. */
export interface Principal {
  readonly workspaceId: string
  readonly environment: Environment
  /** null for a dashboard session: its runs count as `no_key_usage` (Spec 2.5). */
  readonly apiKeyId: string | null
  readonly kind: 'key' | 'session'
}
