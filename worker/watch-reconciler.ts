import { setTimeout as sleep } from 'node:timers/promises'
import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { claimReconciliation, giveReconciliationBack } from '../db/watches/reconciliation.ts'
import { isWatchActive, listActiveWatches, type StoredWatch } from '../db/watches/watches.ts'
import type { ListedSchedule, WatchStarter } from '../workflows/start-watches.ts'
import { startRounds } from './rounds.ts'

export interface WatchReconcilerOptions {
  readonly db: Database
  readonly log: ActivityLog
  readonly watches: WatchStarter
  /** Whose Schedules these are: the task queue of runs. */
  readonly deployment: string
  /** How often it looks whether it is time. */
  readonly everyMs: number
}

export const LOOK_AT_SCHEDULES_EVERY_MS = 60_000
/** What the api and the activities could not write at once is made up for by then. */
const RECONCILE_EVERY_SECONDS = 3_600
/** At its start every worker would do it: who comes so soon after another leaves it. */
const RECONCILE_AT_START_SECONDS = 30
const PAGE = 500
/** Differences are rare; after a lost Temporal database they are all watches, and the server has other work too. */
const WRITES_AT_ONCE = 10
const PAUSE_MS = 50

/** Schedules follow the rows of watches: at the start of a worker and hourly, by one of them, and harmless by two (Spec 4.13). */
export function startWatchReconciler({ db, log, watches, deployment, everyMs }: WatchReconcilerOptions): { stop(): Promise<void> } {
  let first = true
  async function round(stopping: AbortSignal): Promise<void> {
    if (!(await claimReconciliation(db, deployment, first ? RECONCILE_AT_START_SECONDS : RECONCILE_EVERY_SECONDS))) {
      first = false
      return
    }
    try {
      const written = await reconcileWatches({ db, watches, stopping })
      first = false
      if (written.made + written.corrected + written.removed > 0) log.info({ ...written }, 'the schedules of watches were brought in line')
    } catch (error) {
      // The next look tries it again.
      await giveReconciliationBack(db, deployment)
      throw error
    }
  }
  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, 'the schedules of watches could not be reconciled') } })
}

export interface Reconciled {
  readonly made: number
  readonly corrected: number
  readonly removed: number
}

/**
 * Makes Schedules that are missing, corrects those that fire at other times than their rows say, and removes those of this
 * deployment whose watch is gone or paused. They are listed before the rows are read: whoever makes a watch writes its row first.
 */
export async function reconcileWatches({ db, watches, stopping }: { readonly db: Database; readonly watches: WatchStarter; readonly stopping?: AbortSignal }): Promise<Reconciled> {
  const listed = new Map<string, ListedSchedule>()
  for await (const schedule of watches.list()) listed.set(schedule.watchId, schedule)
  let made = 0
  let corrected = 0
  let after = ''
  for (;;) {
    if (stopping?.aborted === true) return { made, corrected, removed: 0 }
    const page = await listActiveWatches(db, { after, limit: PAGE })
    const missing = page.filter(({ id }) => !listed.has(id))
    const other = page.filter((watch) => listed.get(watch.id)?.fits(watch) === false)
    await eachSlowly(missing, (watch) => watches.make(watch))
    await eachSlowly(other, (watch) => watches.correct(watch))
    for (const { id } of page) listed.delete(id)
    made += missing.length
    corrected += other.length
    after = page.at(-1)?.id ?? after
    if (page.length < PAGE) break
  }
  return { made, corrected, removed: await removeOrphans(db, watches, [...listed.keys()]) }
}

/** Made between the two readings it is no orphan: its row is asked for once more. */
async function removeOrphans(db: Database, watches: WatchStarter, ids: readonly string[]): Promise<number> {
  let removed = 0
  await eachSlowly(ids, async (id) => {
    if (await isWatchActive(db, id)) return
    await watches.remove(id)
    removed += 1
  })
  return removed
}

async function eachSlowly<T extends StoredWatch | string>(all: readonly T[], write: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += WRITES_AT_ONCE) {
    await Promise.all(all.slice(from, from + WRITES_AT_ONCE).map(write))
    await sleep(PAUSE_MS)
  }
}
