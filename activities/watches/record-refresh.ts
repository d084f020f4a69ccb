import type { EndedStatus } from '../../domain/runs/states.ts'
import type { ActivityDeps } from '../deps.ts'
import { storeRefresh } from '../../usecases/watches/store-refresh.ts'

export interface RecordRequest {
  readonly watchId: string
  readonly refreshId: string
}

export type RecordAnswer =
  | { readonly kind: 'gone' | 'running' }
  | {
      readonly kind: 'recorded'
      readonly status: EndedStatus
      readonly new: number
      readonly changed: number
      readonly unchanged: number
    }

/**
 * Compares a run's result with the records that the watch knows, and stores and reports the difference once (Spec
 * 4.13). After the commit it starts the deliveries, brings the Schedule in line with the watch, and notifies the
 * waiting requests.
 */
export const recordRefresh =
  ({
    db,
    startDeliveries,
    watchSchedules,
    notifyEnded,
  }: Pick<ActivityDeps, 'db' | 'startDeliveries' | 'watchSchedules' | 'notifyEnded'>) =>
  async ({ watchId, refreshId }: RecordRequest): Promise<RecordAnswer> => {
    const recorded = await storeRefresh(db, { watchId, refreshId })
    if (recorded.kind === 'running') return recorded
    notifyEnded(refreshId)
    if (recorded.kind === 'gone') return recorded
    const { watch, turned, deliveries, ...answer } = recorded
    startDeliveries(deliveries)
    if (turned === 'paused') watchSchedules.removeInBackground(watchId)
    if (turned === 'active') watchSchedules.createInBackground(watch)
    return answer
  }
