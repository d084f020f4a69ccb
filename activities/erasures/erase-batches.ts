import { type BatchDone, eraseBatch } from '../../usecases/erasure/erase-batch.ts'
import { type ErasureCursor, readOpenErasure } from '../../db/erasure/erasures.ts'
import { scopeOf } from '../../usecases/erasure/find-names.ts'
import type { ErasureStage } from '../../domain/erasures/stages.ts'
import type { ActivityDeps } from '../deps.ts'

export interface EraseStep {
  readonly erasureId: string
  readonly stage: ErasureStage
}

export interface EraseAnswer {
  /** `waits`: runs under way have to end before the stage can be over. */
  readonly state: BatchDone['state']
}

/** Fits into a workflow task. */
const STEP_MS_MAX = 3_000

/**
 * Erases batch after batch of a stage, until it is over or the time of a step is. Each batch notes where the next one
 * begins, so a repeated step continues from there.
 */
export const eraseBatches =
  ({
    db,
    watchSchedules,
    notifyEnded,
    signalCancel,
  }: Pick<ActivityDeps, 'db' | 'watchSchedules' | 'notifyEnded' | 'signalCancel'>) =>
  async ({ erasureId, stage }: EraseStep): Promise<EraseAnswer> => {
    const erasure = await readOpenErasure(db, erasureId)
    const scope = erasure === null ? null : await scopeOf(db, erasure)
    if (erasure === null || scope === null) return { state: 'over' }
    const endsAt = performance.now() + STEP_MS_MAX
    let cursor: ErasureCursor = erasure
    for (;;) {
      const done = await eraseBatch(db, erasure, { scope, stage, cursor })
      for (const id of done.watches) watchSchedules.removeInBackground(id)
      for (const id of done.cancelled) {
        notifyEnded(id)
        signalCancel(id)
      }
      if (done.state !== 'more' || performance.now() >= endsAt) return { state: done.state }
      cursor = done.cursor
    }
  }
