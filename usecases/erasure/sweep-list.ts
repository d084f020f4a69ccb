import { distinctKeys, keysOf, listedKey } from '../../domain/do-not-process/keys.ts'
import type { ListedKey } from '../../domain/do-not-process/lists.ts'
import { findingNameZips, nameZipIn } from '../../domain/do-not-process/name-zip.ts'
import { readingRecords } from '../../domain/do-not-process/records.ts'
import { stageAfter, SWEEP_STAGES, type SweepStage, type SweptCounts } from '../../domain/do-not-process/sweep.ts'
import { SUBJECT_KINDS } from '../../domain/identity/kinds.ts'
import type { Json } from '../../domain/json/json.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { BATCH_SIZE, onlyRow } from '../../db/erasure/batch.ts'
import {
  dropListedRows,
  EMPTY_REFRESHES,
  EMPTY_WATCH_RECORDS,
  READ_REFRESHES_TO_MATCH,
  READ_ROWS_TO_MATCH,
  READ_WATCH_RECORDS_TO_MATCH,
  type RecordToMatch,
} from '../../db/erasure/listed-rows.ts'
import {
  type BlockToMatch,
  forgetRuns,
  HAS_OPEN_RUNS,
  READ_BLOCKS_TO_MATCH,
  READ_PAYLOADS_TO_MATCH,
  READ_RUNS_OF_SUBJECTS,
  READ_SUBJECTS_TO_MATCH,
} from '../../db/erasure/listed-runs.ts'
import { matchKeys } from '../../db/outreach/do-not-process/match.ts'
import { FINISH_SWEEP, LOCK_SWEEP, NOTE_SWEEP, type OpenSweep } from '../../db/outreach/do-not-process/sweeps.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'

/** What one batch of a stage did. `after`: where the next one begins; null: the stage is over. */
interface Batch {
  readonly after: string | null
  readonly removed: SweptCounts
  /** A run of it has not ended, or waits for its final bill. */
  readonly waits?: boolean
}

/** Values and blocks of one batch: some thousand look-ups, far from the time limit of a statement. */
const SUBJECTS_AT_ONCE = 2_000
const BLOCKS_AT_ONCE = 100
const RUNS_AT_ONCE = 500

type Stage = (tx: Queries, sweep: OpenSweep) => Promise<Batch>

const batchOf = ({ workspaceId, environment, after }: OpenSweep) => ({
  workspaceId,
  environment,
  after,
  limit: BATCH_SIZE.rows,
  bytes: BATCH_SIZE.bytes,
})

/** Of things with their keys, those that a list covers. */
async function coveredOf<Thing>(
  tx: Queries,
  sweep: OpenSweep,
  things: readonly { readonly thing: Thing; readonly keys: readonly ListedKey[] }[],
): Promise<Thing[]> {
  const keyed = things.map(({ thing, keys }) => ({ thing, keys: keys.filter(({ kind }) => kind === sweep.kind) }))
  const distinct = distinctKeys(keyed.flatMap(({ keys }) => keys))
  const matched = await matchKeys(tx, sweep, distinct)
  const covered = new Set([...matched.keys()].flatMap((at) => distinct.slice(at, at + 1).map((key) => listedKey(key))))
  return keyed.flatMap(({ thing, keys }) => (keys.some((key) => covered.has(listedKey(key))) ? [thing] : []))
}

const namesIn = (values: readonly string[]): ListedKey[] => values.map((value) => ({ kind: 'name_zip', value }))

async function sweepRows(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { after, tableId, rows } = onlyRow(await tx.query(READ_ROWS_TO_MATCH, batchOf(sweep)))
  const keyed = rows.map(({ id, identities, data }) => {
    const nameZip = nameZipIn(data)
    return {
      thing: id,
      keys: [...identities.flatMap((one) => keysOf(one)), ...namesIn(nameZip === null ? [] : [nameZip])],
    }
  })
  const ids = await coveredOf(tx, sweep, keyed)
  return { after, removed: { rows: tableId === null ? 0 : await dropListedRows(tx, tableId, ids) } }
}

async function sweepHistory(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { workspaceId, environment, kind, after } = sweep
  const subjects = await tx.query(READ_SUBJECTS_TO_MATCH, {
    workspaceId,
    environment,
    kind,
    after,
    limit: SUBJECTS_AT_ONCE,
  })
  const keyed = subjects.flatMap(({ value }) => {
    const known = SUBJECT_KINDS.find((one) => one === kind)
    return known === undefined ? [] : [{ thing: value, keys: keysOf({ kind: known, value }) }]
  })
  const values = await coveredOf(tx, sweep, keyed)
  const next = subjects.length < SUBJECTS_AT_ONCE ? null : (subjects.at(-1)?.value ?? null)
  if (values.length === 0) return { after: next, removed: {} }
  const owned = { workspaceId, environment, kind }
  const { ids, waits } = onlyRow(await tx.query(READ_RUNS_OF_SUBJECTS, { ...owned, values, limit: RUNS_AT_ONCE }))
  const { waits: unended, ...removed } = await forgetRuns(tx, sweep, { ids, kind, values })
  // As many runs name these values: the same batch finds the others.
  return { after: ids.length === RUNS_AT_ONCE ? after : next, removed, waits: waits || unended }
}

async function sweepBlocks(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { workspaceId, environment, kind, after } = sweep
  const page = { workspaceId, environment, after, limit: BLOCKS_AT_ONCE }
  const { lastRun, blocks } = onlyRow(await tx.query(READ_BLOCKS_TO_MATCH, page))
  const found = blocks.flatMap((block) =>
    subjectsOf(block).map((one) => ({ thing: { ...one, block }, keys: keysOf(one) })),
  )
  const covered = await coveredOf(tx, sweep, found)
  const { waits, ...removed } = await forgetRuns(tx, sweep, {
    ids: [...new Set(covered.map(({ block }) => block.runId))],
    kind,
    values: [...new Set(covered.map(({ value }) => value))],
  })
  const place = blocks.length < BLOCKS_AT_ONCE ? lastRun && `${lastRun} ~` : blocks.at(-1)?.place
  return { after: place ?? null, removed, waits }
}

const subjectsOf = ({ found }: BlockToMatch) =>
  found.flatMap((text) => {
    const kind = SUBJECT_KINDS.find((one) => text.startsWith(`${one} `))
    return kind === undefined ? [] : [{ kind, value: text.slice(kind.length + 1) }]
  })

async function sweepPayloads(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { after, runs } = onlyRow(await tx.query(READ_PAYLOADS_TO_MATCH, batchOf(sweep)))
  const keyed: { thing: string; keys: ListedKey[] }[] = []
  for (const { id, payloads } of runs)
    keyed.push({ thing: id, keys: namesIn(await atOnceOrInSlices(findingNameZips(payloads))) })
  const ids = await coveredOf(tx, sweep, keyed)
  const { waits, ...removed } = await forgetRuns(tx, sweep, { ids, kind: sweep.kind, values: [] })
  return { after, removed, waits }
}

async function coveredRecords(
  tx: Queries,
  sweep: OpenSweep,
  records: readonly RecordToMatch[],
): Promise<RecordToMatch[]> {
  const keyed: { thing: RecordToMatch; keys: readonly ListedKey[] }[] = []
  for (const record of records) keyed.push({ thing: record, keys: await allKeysOf(record.record) })
  return coveredOf(tx, sweep, keyed)
}

const allKeysOf = async (record: Json): Promise<readonly ListedKey[]> =>
  (await atOnceOrInSlices(readingRecords(record, null))).rest

async function sweepWatchRecords(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { after, records } = onlyRow(await tx.query(READ_WATCH_RECORDS_TO_MATCH, batchOf(sweep)))
  const covered = await coveredRecords(tx, sweep, records)
  const watches = covered.map(({ parent }) => parent)
  if (covered.length > 0) await tx.query(EMPTY_WATCH_RECORDS, { watches, keys: covered.map(({ key }) => key) })
  return { after, removed: { watch_records: covered.length } }
}

async function sweepRefreshes(tx: Queries, sweep: OpenSweep): Promise<Batch> {
  const { after, records } = onlyRow(await tx.query(READ_REFRESHES_TO_MATCH, batchOf(sweep)))
  const covered = await coveredRecords(tx, sweep, records)
  if (covered.length > 0) await tx.query(EMPTY_REFRESHES, { keys: covered.map(({ key }) => key) })
  return { after, removed: {} }
}

const STAGES: Readonly<Record<Exclude<SweepStage, 'open_runs'>, Stage>> = {
  rows: sweepRows,
  history: sweepHistory,
  blocks: sweepBlocks,
  payloads: sweepPayloads,
  watch_records: sweepWatchRecords,
  refreshes: sweepRefreshes,
}

/** Runs that were under way when the list switched end within minutes, and a final bill within a day. */
const OPEN_RUNS_AGAIN_SECONDS = 10
const FINAL_BILL_AGAIN_SECONDS = 900

export const SWEEP_LIST_BATCH: Transaction = { name: 'sweep_do_not_process_batch', effect: true }

export type SweepState = 'more' | 'waits' | 'over'

/**
 * One batch of what a list removes of the data of before, and the note of it in the receipt, both or neither. A
 * repeated batch finds nothing that was removed before.
 */
export const sweepBatch = (db: Database, id: string): Promise<SweepState> =>
  db.transaction(SWEEP_LIST_BATCH, async (tx) => {
    const [sweep] = await tx.query(LOCK_SWEEP, { id })
    if (sweep === undefined) return 'over'
    const { stage, kind, workspaceId, environment, switchedAt } = sweep
    if (stage === SWEEP_STAGES[0]) {
      const [found] = await tx.query(HAS_OPEN_RUNS, { workspaceId, environment, switchedAt })
      const isOpen = found?.open === true
      return note(tx, id, {
        stage: isOpen ? stage : (stageAfter(stage, kind) ?? stage),
        inSeconds: isOpen ? OPEN_RUNS_AGAIN_SECONDS : null,
      })
    }
    const batch = await STAGES[stage](tx, sweep)
    const { removed } = batch
    const waits = sweep.waits || batch.waits === true
    if (batch.after !== null) return note(tx, id, { stage, after: batch.after, waits, removed })
    if (waits) return note(tx, id, { stage, removed, inSeconds: FINAL_BILL_AGAIN_SECONDS })
    const next = stageAfter(stage, kind)
    const state = await note(tx, id, { stage: next ?? stage, removed })
    if (next !== null) return state
    await tx.query(FINISH_SWEEP, { id })
    return 'over'
  })

async function note(
  tx: Queries,
  id: string,
  {
    stage,
    after = '',
    waits = false,
    removed = {},
    inSeconds = null,
  }: {
    readonly stage: SweepStage
    readonly after?: string
    readonly waits?: boolean
    readonly removed?: SweptCounts
    readonly inSeconds?: number | null
  },
): Promise<SweepState> {
  await tx.query(NOTE_SWEEP, { id, stage, after, waits, removed: JSON.stringify(removed), inSeconds })
  return inSeconds === null ? 'more' : 'waits'
}

/** A round of the sweeper's; the next one continues. */
const STEP_MS_MAX = 3_000

/** Batch after batch until the sweep is over, it waits, or the time of a step is used up. */
export async function sweepList(db: Database, id: string): Promise<SweepState> {
  const endsAt = performance.now() + STEP_MS_MAX
  for (;;) {
    const state = await sweepBatch(db, id)
    if (state !== 'more' || performance.now() >= endsAt) return state
  }
}
