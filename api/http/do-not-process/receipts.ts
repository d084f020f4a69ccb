import { SWEPT_THINGS } from '../../../domain/do-not-process/sweep.ts'
import type { Database } from '../../../db/database.ts'
import { LIST_EXISTED, readReceipts, type StoredReceipt } from '../../../db/outreach/do-not-process/sweeps.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessParams, type DoNotProcessReceipt, DoNotProcessReceipts } from '../../schemas/do-not-process.ts'
import { existingList } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Decisions, "do-not-process lists". */
export const listDoNotProcessReceipts = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listDoNotProcessReceipts',
    method: 'GET',
    path: '/v1/do-not-process/{list_id}/receipts',
    summary: 'List receipts of a do-not-process list',
    description:
      'Returns how much each version of a list has removed of the data of before it, newest first; also of a deleted list. A receipt has counts and names no person.',
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'read',
    params: DoNotProcessParams,
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal, params }) => [
        'do-not-process-receipts',
        principal.workspaceId,
        principal.environment,
        params.list_id,
      ],
    },
    responses: { 200: { description: 'A page of receipts.', schema: DoNotProcessReceipts } },
    errors: ['not_found'],
    async handler({ params: { list_id: listId }, principal, page, reply }) {
      const { workspaceId, environment } = principal
      const [list] = await deps.db.query(LIST_EXISTED, { id: listId, workspaceId, environment })
      existingList(list ?? null)
      const found = await readReceipts(deps.db, principal, { listId, before: page.after(), limit: page.readLimit })
      return reply(200, page.of(found, { present: presentReceipt, positionOf: ({ id }) => id }))
    },
  })

const presentReceipt = (receipt: StoredReceipt): DoNotProcessReceipt => ({
  receipt_id: receipt.id,
  list_id: receipt.listId,
  version: receipt.version,
  entries: receipt.entries,
  status: receipt.superseded ? 'superseded' : receipt.finishedAt === null ? 'sweeping' : 'finished',
  removed: Object.fromEntries(SWEPT_THINGS.map((thing) => [thing, receipt.removed[thing] ?? 0])),
  created_at: receipt.createdAt.toISOString(),
  finished_at: receipt.finishedAt?.toISOString() ?? null,
})
