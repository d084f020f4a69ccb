import type { AttemptOutcome, RunStatus } from './states.ts'

/** A run that is not over, as a restored database knows it. */
export interface RestoredRun {
  readonly status: RunStatus
  /** It writes to somebody. */
  readonly sends: boolean
  /** The HTTP method of a raw run; null for a capability. */
  readonly method: string | null
  /** The attempt that was begun last; null: none. Its outcome is null while it is under way. */
  readonly last: { readonly outcome: AttemptOutcome | null } | null
  /** Whom it would ask next; null where nobody is planned. */
  readonly next: string | null
}

/** After these the waterfall goes on to the next provider. */
const GOES_ON: readonly AttemptOutcome[] = ['no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'rejected', 'skipped']

/**
 * Whether its next call may have been made already, in the time that a restore has forgotten, and must not be made twice. A call that was
 * begun before that is known, and followed up as after any crash; a lookup that is made again costs the platform and nobody else.
 */
export function isIndeterminate({ status, sends, method, last, next }: RestoredRun): boolean {
  if (!sends && (method === null || method === 'GET')) return false
  if (status === 'created') return true
  if (next === null || last?.outcome === null) return false
  return last === null || GOES_ON.includes(last.outcome)
}
