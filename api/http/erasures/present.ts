import type { StoredErasure } from '../../../db/erasure/erasures.ts'
import { dueAt } from '../../../domain/erasures/request.ts'
import { ERASED_THINGS } from '../../../domain/erasures/stages.ts'
import type { Erasure } from '../../schemas/erasure.ts'

export const presentErasure = (erasure: StoredErasure): Erasure => ({
  erasure_id: erasure.id,
  status: statusOf(erasure),
  environment: erasure.environment,
  kind: erasure.kind,
  reference: erasure.reference,
  keep_suppression: erasure.keepSuppression,
  erased: Object.fromEntries(ERASED_THINGS.map((thing) => [thing, erasure.erased[thing] ?? 0])),
  kept: erasure.kept.map(({ table, key, reason }) => ({ table, key, reason })),
  created_at: erasure.createdAt.toISOString(),
  finished_at: erasure.finishedAt?.toISOString() ?? null,
  ...(erasure.request === null
    ? {}
    : {
        request: {
          run_id: erasure.request.runId,
          subject: erasure.request.subject,
          due_at: dueAt(erasure.createdAt).toISOString(),
          decided_at: erasure.request.decidedAt === null ? null : new Date(erasure.request.decidedAt).toISOString(),
          note: erasure.request.note,
        },
      }),
})

function statusOf({ request, finishedAt }: StoredErasure): Erasure['status'] {
  if (request !== null && request.state !== 'approved') return request.state
  return finishedAt === null ? 'erasing' : 'finished'
}
