import { keyPattern, mentionPattern } from '../../domain/erasures/mentions.ts'
import type { ErasureStage } from '../../domain/erasures/stages.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type Batch, BATCH_SIZE, type BatchSize, type ErasedBatch } from '../../db/erasure/batch.ts'
import { NOTE_BATCH } from '../../db/erasure/note-batch.ts'
import type { ErasureCursor, ErasureScope, OpenErasure } from '../../db/erasure/erasures.ts'
import { eraseDeliveries, eraseEvents, eraseMessages, eraseStoredAnswers } from '../../db/erasure/events.ts'
import { eraseJobs } from '../../db/erasure/jobs.ts'
import { erasePeople } from '../../db/erasure/people.ts'
import { eraseRows } from '../../db/erasure/rows.ts'
import { eraseRuns } from '../../db/erasure/runs.ts'
import { eraseUploads } from '../../db/erasure/uploads.ts'
import { eraseWatches, eraseWatchRecords } from '../../db/erasure/watches.ts'
import { firstIdAt } from '../../db/run-days.ts'

/** Behind the watches, a place of uploads begins with the first of these, and a place of jobs with the second. */
const UPLOADS = 'uploads:'
const JOBS = 'jobs:'

/** Uploads and jobs go with the watches: they would fetch the person again. */
async function eraseWatchesAndJobs(tx: Queries, batch: Batch): Promise<ErasedBatch> {
  const { after } = batch.values
  if (after === '') return { ...(await eraseWatches(tx, batch)), after: UPLOADS }
  const [place, erase] = after.startsWith(UPLOADS) ? [UPLOADS, eraseUploads] : [JOBS, eraseJobs]
  const done = await erase(tx, { ...batch, values: { ...batch.values, after: after.slice(place.length) } })
  if (done.after !== null) return { ...done, after: place + done.after }
  return { ...done, after: place === UPLOADS ? JOBS : null }
}

/** One batch of each stage. */
export const STAGES: Readonly<Record<ErasureStage, (tx: Queries, batch: Batch) => Promise<ErasedBatch>>> = {
  watches: eraseWatchesAndJobs,
  runs: eraseRuns,
  rows: eraseRows,
  watch_records: eraseWatchRecords,
  events: eraseEvents,
  deliveries: eraseDeliveries,
  stored_answers: eraseStoredAnswers,
  messages: eraseMessages,
  people: erasePeople,
}

/** Ids sort by their time: a run that is younger than the erasure stays. */
const firstRunAfter = (erasureId: string): string => `run_${erasureId.slice(erasureId.indexOf('_') + 1)}`

/** The clocks of a worker, which makes the ids of runs, and of the database may differ by so much. */
const CLOCKS_DIFFER_MS = 10_000

/** Once an erasure has gone through the jobs, no row that mentions the person begins. */
const firstRowRunAfter = ({ id, jobsPassedAt }: Pick<OpenErasure, 'id' | 'jobsPassedAt'>): string => {
  const first = firstRunAfter(id)
  const passed = jobsPassedAt === null ? first : firstIdAt(jobsPassedAt.getTime() + CLOCKS_DIFFER_MS)
  return passed > first ? passed : first
}

export const ERASE_BATCH: Transaction = { name: 'erase_batch', effect: true }

export interface BatchDone {
  /** `waits`: some runs have not ended; the next batch begins with the first of them. */
  readonly state: 'more' | 'waits' | 'over'
  readonly cursor: ErasureCursor
  /** Watches that were deleted: their Schedules go after the commit. */
  readonly watches: readonly string[]
  /** Runs that were cancelled: their workflows get the signal after the commit. */
  readonly cancelled: readonly string[]
}

/**
 * Erases one batch of a stage and notes it in the receipt, both or neither. A repeated batch finds nothing that was
 * erased before.
 */
export const eraseBatch = (
  db: Database,
  { id, workspaceId, environment, keepSuppression, requestedAt, jobsPassedAt }: OpenErasure,
  {
    scope: { names, upTo },
    stage,
    cursor,
    size = BATCH_SIZE,
  }: {
    readonly scope: ErasureScope
    readonly stage: ErasureStage
    readonly cursor: ErasureCursor
    readonly size?: BatchSize
  },
): Promise<BatchDone> =>
  db.transaction(ERASE_BATCH, async (tx) => {
    const begun = cursor.stage === stage ? cursor : { after: null, waiting: null }
    const {
      erased,
      kept = [],
      watches = [],
      cancelled = [],
      endedAt = null,
      ...batch
    } = await STAGES[stage](tx, {
      requestedAt,
      firstRunAfter: firstRunAfter(id),
      firstRowRunAfter: firstRowRunAfter({ id, jobsPassedAt }),
      bytes: size.bytes,
      values: {
        workspaceId,
        environment,
        pattern: mentionPattern(names),
        upTo,
        after: begun.after ?? '',
        limit: size.rows,
      },
      keyPattern: keyPattern(names),
      kinds: names.identities.map(({ kind }) => kind),
      names: names.identities.map(({ value }) => value),
      sharedKinds: (names.shared ?? []).map(({ kind }) => kind),
      sharedNames: (names.shared ?? []).map(({ value }) => value),
      networkIds: names.networkIds,
      keepSuppression,
    })
    const next = nextOf(batch.after, begun.waiting ?? batch.waiting ?? null)
    await tx.query(NOTE_BATCH, {
      id,
      erased: JSON.stringify(erased),
      kept: JSON.stringify(kept),
      stage,
      after: next.after,
      waiting: next.waiting,
      endedAt,
      jobsPassed: stage === 'watches' && next.state === 'over',
    })
    return { state: next.state, cursor: { stage, after: next.after, waiting: next.waiting }, watches, cancelled }
  })

function nextOf(after: string | null, waiting: string | null): Omit<ErasureCursor, 'stage'> & Pick<BatchDone, 'state'> {
  if (after !== null) return { state: 'more', after, waiting }
  // Without its last character, an id sorts right before itself.
  return waiting === null
    ? { state: 'over', after: null, waiting: null }
    : { state: 'waits', after: waiting.slice(0, -1), waiting: null }
}
