import type { SuppressionReason } from '../../domain/outbound/channels.ts'
import type { Block } from '../../domain/outbound/guard.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { SUPPRESSED_SQL, relatedIdentitiesSql } from './related-identities-sql.ts'

export interface SuppressedRow {
  readonly reason: SuppressionReason
  readonly position: number | null
}

export const READ_SUPPRESSED = statement<{ runId: string }, SuppressedRow>({
  name: 'read_suppressed',
  effect: false,
  text: `with sending as materialized (
      select r.workspace_id, r.environment, r.send, r.record, w.tables_enabled_at is not null as tables_on
      from run r join workspace w on w.id = r.workspace_id
      where r.id = :runId and r.send is not null
    ), ${relatedIdentitiesSql('sending')}, ${SUPPRESSED_SQL}
    select reason, position from suppressed`,
})

/**
 * Whether a person that a run's send reaches is suppressed at this moment; null: none is, or the run is no
 * send. While tables are off, only people who have unsubscribed are.
 */
export async function readSuppressed(db: Queries, runId: string): Promise<Block | null> {
  const [row] = await db.query(READ_SUPPRESSED, { runId })
  return row === undefined ? null : { kind: 'suppressed', ...row }
}
