import { finishErasure as finish } from '../../db/erasure/erasures.ts'
import type { ErasedCounts } from '../../domain/erasures/stages.ts'
import type { ActivityDeps } from '../deps.ts'

export interface FinishErasureStep {
  readonly erasureId: string
}

/** Deletes the subject, and answers what the receipt counts; null: it was finished before. */
export const finishErasure =
  ({ db, log }: Pick<ActivityDeps, 'db' | 'log'>) =>
  async ({ erasureId }: FinishErasureStep): Promise<ErasedCounts | null> => {
    const erased = await finish(db, erasureId)
    if (erased !== null) log.info({ erasure_id: erasureId, ...erased }, 'erasure_finished')
    return erased
  }
