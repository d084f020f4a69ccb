import type { SuppressionReason } from '../../../domain/outbound/channels.ts'
import type { Block } from '../../../domain/outbound/guard.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface SuppressedRow {
  readonly reason: SuppressionReason
  readonly position: number | null
}

export const READ_SUPPRESSED = statement<{ runId: string }, SuppressedRow>({
  name: 'read_suppressed',
  effect: false,
  neverNull: { 'the function sets it': ['reason'] },
  text: 'select reason, position from suppressed_v1(:runId)',
})

/**
 * Whether a person that a run's send reaches is suppressed at this moment; null: none is, or the run is no
 * send. While tables are off, only people who have unsubscribed are.
 */
export async function readSuppressed(db: Queries, runId: string): Promise<Block | null> {
  const [row] = await db.query(READ_SUPPRESSED, { runId })
  return row === undefined ? null : { kind: 'suppressed', ...row }
}
