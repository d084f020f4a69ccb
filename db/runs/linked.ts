import { resultOf } from '../../domain/rows/change-cause.ts'
import { resultRows } from '../../domain/rows/result-rows.ts'
import type { ImportLink, RecordLink, TableResult } from '../../domain/tables/links.ts'
import { recordedChange } from '../../domain/rows/record.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { recordRow } from '../tables/rows/record-row.ts'
import { insertResultRows } from '../tables/rows/insert-result-rows.ts'
import { saveEnrichment, type SavedResult } from '../tables/saved-answer.ts'

/** How the run will end. */
export interface LinkedEnd {
  readonly runId: string
  readonly status: RunStatus
  /** The attempt whose output is the run's result; null when none delivered. */
  readonly attempt: number | null
  readonly saved?: SavedResult
}

interface LinkedRun {
  readonly capability: string | null
  readonly input: JsonObject | Json[]
  readonly record: RecordLink | null
  readonly landing: ImportLink | null
  /** Tables that were turned off in the meantime are not changed. */
  readonly enabled: boolean
  readonly result: Json
  readonly now: Date
}

/**
 * Locks the run first and then its claims, in the same order as all other statements; a run that has ended writes
 * nothing again.
 */
export const READ_LINKED_RUN = statement<
  { runId: string; sourceRunId: string | null; attempt: number | null },
  LinkedRun
>({
  name: 'read_linked_run',
  effect: false,
  text: `with locked as materialized (
      select id from run where id = :runId and finished_at is null for update
    ), claimed as materialized (
      select c.run_id from locked l join touch_claim c on c.run_id = l.id order by c.channel, c.kind, c.value
        for update of c
    )
    select r.capability, r.input, r.record, r.landing, w.tables_enabled_at is not null as enabled,
      clock_timestamp() as now,
      case when d.payload is null then d.output::json else d.payload end as result
    from run r join workspace w on w.id = r.workspace_id
    left join attempt d on d.run_id = coalesce(:sourceRunId, r.id) and d.number = :attempt
    where r.id = (select id from locked) and (select count(*) from claimed) >= 0`,
})

/** The rows that a run has written into its table; null where it has not written yet. */
export type LinkedRows = { readonly result: TableResult | null } | null

/**
 * Writes the rows that a run's `record` or `into` requests (Spec 4.6), inside the transaction that settles the run.
 * Conflicts, refusals, and tables or rows that no longer exist are part of the result: a delivered result is settled in
 * every case. A null result: there was nothing to write.
 */
export async function writeLinkedRows(tx: Queries, end: LinkedEnd): Promise<NonNullable<LinkedRows>> {
  const [run] = await tx.query(READ_LINKED_RUN, {
    runId: end.runId,
    sourceRunId: end.saved?.source.run_id ?? null,
    attempt: end.saved?.attempt ?? end.attempt,
  })
  const written = run === undefined ? null : await writeRows(tx, run, end)
  if (written === null) return { result: null }
  if (written.keeps.length > 0)
    await saveEnrichment(tx, { runId: end.runId, rowIds: written.keeps, source: end.saved?.source ?? null })
  return { result: written.result }
}

/** `keeps`: the rows that now hold an enrichment. */
interface Written {
  readonly result: TableResult
  readonly keeps: readonly bigint[]
}

async function writeRows(tx: Queries, run: LinkedRun, { runId, status }: LinkedEnd): Promise<Written | null> {
  if (run.record !== null) return writeRecord(tx, run, { record: run.record, runId, status })
  return run.landing === null || status !== 'succeeded' ? null : importResult(tx, run, { landing: run.landing, runId })
}

async function writeRecord(
  tx: Queries,
  run: LinkedRun,
  { record, runId, status }: { record: RecordLink; runId: string; status: RunStatus },
): Promise<Written | null> {
  const change = recordedChange(record, { status, capability: run.capability, result: run.result, now: run.now })
  if (change === null) return null
  const result = run.enabled
    ? await recordRow(tx, { tableId: record.table_id, rowId: BigInt(record.row_id), runId, ...change })
    : null
  // A refused result, or one whose row no longer exists, has no `saved`.
  return {
    result: result ?? { name: record.table, key: null, updated: 0 },
    keeps: result?.saved === undefined ? [] : [BigInt(record.row_id)],
  }
}

async function importResult(
  tx: Queries,
  run: LinkedRun,
  { landing, runId }: { landing: ImportLink; runId: string },
): Promise<Written> {
  const rows = resultRows(run)
  const imported = run.enabled
    ? await insertResultRows(tx, {
        tableId: landing.table_id,
        status: landing.status,
        rows,
        now: run.now,
        cause: resultOf('run', runId),
      })
    : null
  if (imported === null)
    return { result: { name: landing.table, inserted: 0, updated: 0, unchanged: 0, refused: rows.length }, keeps: [] }
  // A list enriches no single subject: only a single record is saved in the row that it made.
  return { result: imported.result, keeps: rows.length === 1 ? imported.rowIds : [] }
}
