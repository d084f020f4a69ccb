import { methodOfEffect } from '../catalog/effect.ts'
import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { AttemptOutcome, RunStatus } from './states.ts'

/** A run that is not over, as a restored database knows it. */
export interface RestoredRun {
  readonly status: RunStatus
  /** Whether the run sends a message. */
  readonly sends: boolean
  /** The call of a raw run; null for a capability. */
  readonly raw: Pick<CatalogEndpoint, 'method' | 'endpoint'> | null
  /** The attempt that was begun last, or null. Its outcome is null while it is under way. */
  readonly last: { readonly outcome: AttemptOutcome | null } | null
  /** The provider that the run would try next; null if none is planned. */
  readonly next: string | null
}

/** After these outcomes the waterfall continues to the next provider. */
const CONTINUES: readonly AttemptOutcome[] = [
  'no_match',
  'provider_error',
  'provider_timeout',
  'rate_limited',
  'rejected',
  'skipped',
]

/**
 * Whether the run may already have made its next call in the time that the restore lost, so that it must not be made
 * twice. A call that was begun before that time is known, and is followed up as after any crash. A repeated lookup
 * costs only the platform.
 */
export function isIndeterminate({ status, sends, raw, last, next }: RestoredRun): boolean {
  if (!sends && (raw === null || methodOfEffect(raw) === 'GET')) return false
  if (status === 'created') return true
  if (next === null || last?.outcome === null) return false
  return last === null || CONTINUES.includes(last.outcome)
}
