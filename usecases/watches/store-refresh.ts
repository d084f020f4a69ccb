import type { JsonObject } from '../../domain/json/json.ts'
import { type EndedStatus, isEnded } from '../../domain/runs/states.ts'
import { eventsOf } from '../../domain/watches/events.ts'
import { effectOf, type RefreshEffect } from '../../domain/watches/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { toStorableJson } from '../../db/storable-text.ts'
import { lockWatch } from '../../db/tables/watches/begin.ts'
import { endRefresh, readRefreshedRun, type RefreshedRun } from '../../db/tables/watches/end-refresh.ts'
import { compareAndStore, type ComparedResult, NOTHING } from './compare-records.ts'
import type { StoredWatch } from '../../db/tables/watches/watches.ts'
import { importNewRecords } from './import-new-records.ts'

export type StoreRefreshResult =
  /** The watch was deleted in the meantime: nothing is stored. */
  | { readonly kind: 'gone' }
  /** Its run has not ended. */
  | { readonly kind: 'running' }
  | {
      readonly kind: 'recorded'
      readonly status: EndedStatus
      readonly new: number
      readonly changed: number
      readonly unchanged: number
      readonly watch: StoredWatch
      /** The new status of the watch, which its Schedule must follow; null: unchanged. */
      readonly turned: 'paused' | 'active' | null
      /** To be started after the commit; none for a refresh that was already recorded. */
      readonly deliveries: readonly DeliveryToStart[]
    }

export const RECORD_REFRESH: Transaction = { name: 'record_refresh', effect: true }

/**
 * Ends a refresh in one transaction under the lock of the watch (Spec 4.13): compares its run's result with the known
 * records, stores new and changed ones, writes new and waiting ones into the table, and raises the event. A repeated
 * call returns the stored result. Locks: watch, table, its rows, the workspace's quota, and last the counter of events.
 */
export const storeRefresh = (
  db: Database,
  { watchId, refreshId }: { readonly watchId: string; readonly refreshId: string },
): Promise<StoreRefreshResult> =>
  db.transaction(RECORD_REFRESH, async (tx) => {
    const watch = await lockWatch(tx, watchId)
    const refresh = watch === null ? undefined : await readRefreshedRun(tx, refreshId)
    if (watch === null || refresh === undefined) return { kind: 'gone' }
    if (refresh.recorded !== null) return { kind: 'recorded', ...refresh.recorded, watch, turned: null, deliveries: [] }
    if (!isEnded(refresh.status)) return { kind: 'running' }
    return store(tx, watch, { ...refresh, status: refresh.status, refreshId })
  })

type RefreshToStore = RefreshedRun & { readonly refreshId: string; readonly status: EndedStatus }

async function store(tx: Queries, watch: StoredWatch, refresh: RefreshToStore): Promise<StoreRefreshResult> {
  const effect = refresh.changesWatch ? effectOf(refresh, refresh.earlier) : NO_EFFECT
  const compared = refresh.status === 'succeeded' ? await compareAndStore(tx, watch, refresh) : NOTHING
  const imported = await importNewRecords(tx, watch, { ...refresh, compared })
  const status = statusAfter(watch, effect)
  await endRefresh(tx, {
    id: refresh.refreshId,
    status: refresh.status,
    error: refresh.error === null ? null : JSON.stringify(refresh.error),
    newCount: compared.added.length,
    changedCount: compared.changed.length,
    unchangedCount: compared.unchanged.length,
    leftOut: compared.leftOut,
    answer: answerOf(compared),
    tableResult: imported.table === null ? null : JSON.stringify(imported.table),
    note: imported.note,
    watchId: watch.id,
    watchStatus: status,
    pausedReason: effect.pause,
    apiKeyId: refresh.apiKeyId,
    connectedAppId: refresh.connectedAppId,
    takesOver: watch.pausedReason === 'payer_revoked' && status === 'active',
  })
  const { deliveries } = await writeEvents(
    tx,
    watch,
    eventsOf({
      watch,
      refresh,
      compared,
      pause: status === watch.status ? null : effect.pause,
      runError: refresh.error?.message ?? null,
    }),
  )
  return {
    kind: 'recorded',
    status: refresh.status,
    new: compared.added.length,
    changed: compared.changed.length,
    unchanged: compared.unchanged.length,
    watch: { ...watch, status },
    turned: status === watch.status ? null : status,
    deliveries,
  }
}

/** Of a refresh by a caller that may not change the watch: its records count, and the watch's status stays. */
const NO_EFFECT: RefreshEffect = { answered: false, pause: null }

/** A refresh that could be paid and was answered resumes a paused watch; one that cannot be paid pauses it. */
function statusAfter({ status }: StoredWatch, { answered, pause }: RefreshEffect): 'active' | 'paused' {
  if (pause !== null) return 'paused'
  return answered || status === 'active' ? 'active' : 'paused'
}

const answerOf = ({ added: fresh, changed }: ComparedResult): string =>
  toStorableJson({
    new: fresh.map(({ record: found }) => found),
    changed: changed.map(({ before, after }): JsonObject => ({ before, after: after.record })),
  })
