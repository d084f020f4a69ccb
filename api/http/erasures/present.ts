import type { StoredErasure } from '../../../db/erasure/erasures.ts'
import { ERASED_THINGS } from '../../../domain/erasures/stages.ts'
import type { Erasure } from '../../schemas/erasure.ts'

export const presentErasure = (erasure: StoredErasure): Erasure => ({
  erasure_id: erasure.id,
  status: erasure.finishedAt === null ? 'erasing' : 'finished',
  environment: erasure.environment,
  kind: erasure.kind,
  reference: erasure.reference,
  keep_suppression: erasure.keepSuppression,
  erased: Object.fromEntries(ERASED_THINGS.map((thing) => [thing, erasure.erased[thing] ?? 0])),
  kept: erasure.kept.map(({ table, key, reason }) => ({ table, key, reason })),
  created_at: erasure.createdAt.toISOString(),
  finished_at: erasure.finishedAt?.toISOString() ?? null,
})
