import type { SuppressionReason } from '../../domain/outbound/channels.ts'
import { rereadSuppression } from '../../domain/outbound/reread.ts'
import type { SuppressionSubject } from '../../domain/outbound/subjects.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'

/** A transaction reads this many again: its locks are held for milliseconds. */
const BATCH = 500

interface Suppressed extends SuppressionSubject {
  readonly workspaceId: string
  readonly environment: Environment
  readonly subject: string
  readonly reason: SuppressionReason
  readonly source: string
  readonly createdAt: Date
}

export const NEXT = statement<{ limit: number }, Suppressed>({
  name: 'next_suppressions_to_reread',
  effect: false,
  text: `select workspace_id as "workspaceId", environment, kind, value, subject, reason, source,
      created_at as "createdAt"
    from suppression where reading = 'first'
    order by workspace_id, environment, kind, value limit :limit for update skip locked`,
})

export const MARK = statement<{
  workspaceId: string
  environment: Environment
  kind: string
  value: string
  subject: string
  reading: 'current' | 'old' | 'kept'
}>({
  name: 'mark_reread_suppression',
  effect: 'within',
  text: `update suppression set reading = :reading, subject = :subject
    where workspace_id = :workspaceId and environment = :environment and kind = :kind and value = :value`,
})

export const INSERT = statement<{
  workspaceId: string
  environment: Environment
  kind: string
  value: string
  subject: string
  reason: SuppressionReason
  source: string
  createdAt: Date
}>({
  name: 'insert_reread_suppression',
  effect: 'within',
  text: `insert into suppression (workspace_id, environment, kind, value, subject, reason, source, created_at, reading)
    values (:workspaceId, :environment, :kind, :value, :subject, :reason, :source, :createdAt, 'current')
    on conflict do nothing`,
})

export const REREAD_SUPPRESSIONS: Transaction = { name: 'reread_suppressions', effect: true }

/**
 * Reads every suppression again that an earlier reader of identities has read, and adds what its text means today. The
 * old value stays and blocks on: rows, chats and touches may still have it. Safe to run at any time and several times.
 */
export async function rereadSuppressions(db: Database): Promise<void> {
  while ((await db.transaction(REREAD_SUPPRESSIONS, rereadBatch)) === BATCH);
}

async function rereadBatch(tx: Queries): Promise<number> {
  const batch = await tx.query(NEXT, { limit: BATCH })
  for (const one of batch) {
    const { reading, subject, today } = rereadSuppression(one)
    const { workspaceId, environment, reason, source, createdAt } = one
    if (today !== null)
      await tx.query(INSERT, { workspaceId, environment, ...today, subject, reason, source, createdAt })
    await tx.query(MARK, { workspaceId, environment, kind: one.kind, value: one.value, subject, reading })
  }
  return batch.length
}
