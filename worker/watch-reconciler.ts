import { setTimeout as sleep } from 'node:timers/promises'
import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import {
  claimReconciliation,
  finishReconciliation,
  giveReconciliationBack,
} from '../db/tables/watches/reconciliation.ts'
import { isWatchActive, listActiveWatches, type StoredWatch } from '../db/tables/watches/watches.ts'
import type { ListedSchedule, WatchStarter } from '../workflows/starters/watches.ts'
import { startPeriodicJob } from './periodic-job.ts'

export interface WatchReconcilerOptions {
  readonly db: Database
  readonly log: ActivityLog
  readonly watches: WatchStarter
  /** The owner of these Schedules: the task queue of runs. */
  readonly deployment: string
  /** The interval between checks whether a reconciliation is due. */
  readonly everyMs: number
}

export const CHECK_SCHEDULES_EVERY_MS = 60_000
/** Within this time it makes up for what the api and the activities could not write at once. */
const RECONCILE_EVERY_SECONDS = 3_600
/** Every worker would reconcile at its start; one that starts this soon after another does not. */
const RECONCILE_AT_START_SECONDS = 30
const PAGE = 500
/** Differences are rare. After a lost Temporal database every watch differs, and the server has other work too. */
const WRITES_AT_ONCE = 10
const PAUSE_MS = 50

/**
 * Brings Schedules in line with the rows of watches: at the start of a worker and hourly, by one of the workers; two at
 * once do no harm (Spec 4.13).
 */
export function startWatchReconciler({ db, log, watches, deployment, everyMs }: WatchReconcilerOptions): {
  stop(): Promise<void>
} {
  let first = true
  async function round(stopping: AbortSignal): Promise<void> {
    if (!(await claimReconciliation(db, deployment, first ? RECONCILE_AT_START_SECONDS : RECONCILE_EVERY_SECONDS))) {
      first = false
      return
    }
    try {
      const written = await reconcileWatches({ db, watches, stopping })
      // Stopped before the end: the next worker that checks does the rest.
      await (stopping.aborted ? giveReconciliationBack : finishReconciliation)(db, deployment)
      first = false
      if (written.made + written.corrected + written.removed > 0) log.info({ ...written }, 'watch_schedules_reconciled')
    } catch (error) {
      // The next check tries it again.
      await giveReconciliationBack(db, deployment)
      throw error
    }
  }
  return startPeriodicJob({
    everyMs,
    round,
    onError: (error) => {
      log.error({ error }, 'watch_schedules_reconcile_failed')
    },
  })
}

export interface Reconciled {
  readonly made: number
  readonly corrected: number
  readonly removed: number
}

/**
 * Creates missing Schedules, corrects those that fire at other times than their rows state, and removes those of this
 * deployment whose watch is gone or paused. Schedules are listed before the rows are read, because a new watch is
 * written before its Schedule.
 */
export async function reconcileWatches({
  db,
  watches,
  stopping = new AbortController().signal,
}: {
  readonly db: Database
  readonly watches: WatchStarter
  readonly stopping?: AbortSignal
}): Promise<Reconciled> {
  const listed = new Map<string, ListedSchedule>()
  for await (const schedule of watches.list()) listed.set(schedule.watchId, schedule)
  let made = 0
  let corrected = 0
  let after = ''
  for (;;) {
    if (stopping.aborted) return { made, corrected, removed: 0 }
    const page = await listActiveWatches(db, { after, limit: PAGE })
    const missing = page.filter(({ id }) => !listed.has(id))
    const other = page.filter((watch) => listed.get(watch.id)?.fits(watch) === false)
    made += await eachSlowly(missing, stopping, (watch) => watches.make(watch))
    corrected += await eachSlowly(other, stopping, (watch) => watches.correct(watch))
    for (const { id } of page) listed.delete(id)
    after = page.at(-1)?.id ?? after
    if (page.length < PAGE) break
  }
  return { made, corrected, removed: await removeOrphans({ db, watches, stopping }, [...listed.keys()]) }
}

/** A watch that was made between the two reads is no orphan, so its row is read once more. */
async function removeOrphans(
  { db, watches, stopping }: { readonly db: Database; readonly watches: WatchStarter; readonly stopping: AbortSignal },
  ids: readonly string[],
): Promise<number> {
  let removed = 0
  await eachSlowly(ids, stopping, async (id) => {
    if (await isWatchActive(db, id)) return
    await watches.remove(id)
    removed += 1
  })
  return removed
}

/** Returns how many were written before the stop signal: a worker's shutdown waits only for the few under way. */
async function eachSlowly<T extends StoredWatch | string>(
  all: readonly T[],
  stopping: AbortSignal,
  write: (one: T) => Promise<void>,
): Promise<number> {
  let written = 0
  while (written < all.length && !stopping.aborted) {
    const some = all.slice(written, written + WRITES_AT_ONCE)
    await Promise.all(some.map(write))
    written += some.length
    await sleep(PAUSE_MS)
  }
  return written
}
