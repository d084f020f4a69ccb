import { type KeyLimits, refusalOfLimits } from '../access/key-limits.ts'
import { maySend, type RunThatMaySend } from '../outbound/is-send.ts'
import type { JobReason } from './states.ts'

/** The work of a job's rows. */
export interface JobWork {
  /** null: raw calls. */
  readonly capability: string | null
  /** The provider of raw calls, or the pinned one; null: any. */
  readonly provider: string | null
}

/** The key or app that made a job, as it is now. */
export interface JobPayer {
  readonly isRevoked: boolean
  /** null: it has none. */
  readonly limits: KeyLimits | null
}

/**
 * Why the key or app that made a job pays for no further row, as the reason of a pause; null: it pays. It is judged as
 * it is now, as that of a scheduled refresh is. `rows`: those that may begin next.
 */
export function refusalOfJobPayer(
  { capability, provider }: JobWork,
  { isRevoked, limits }: JobPayer,
  rows: readonly RunThatMaySend[],
): JobReason | null {
  if (isRevoked) return 'payer_revoked'
  if (limits === null) return null
  return refusalOfLimits(limits, { capability, provider, sends: rows.some(maySend) }) === null
    ? null
    : 'request_refused'
}
