import type { Database } from '../../../db/database.ts'
import { findRow } from '../../../db/tables/find-row.ts'
import { removeRows } from '../../../db/tables/remove.ts'
import { Problem } from '../../problem.ts'
import { defineRoute } from '../../route.ts'
import { RowParams, RowsDeleted } from '../../schemas/tables.ts'
import { requireTable } from './find.ts'

/** Spec 4.7: one row, by its key or any identity that it carries. */
export const deleteRow = (deps: { db: Database }) => defineRoute({
  operationId: 'deleteRow',
  method: 'DELETE',
  path: '/v1/tables/{name}/rows/{key}',
  summary: 'Delete one row',
  tags: ['Tables'],
  spec: '4.7',
  auth: 'key',
  params: RowParams,
  responses: { 200: { description: 'What is gone.', schema: RowsDeleted } },
  errors: ['forbidden', 'not_found'],
  async handler({ params, principal, reply }) {
    const table = await requireTable(deps.db, principal, params.name)
    const row = await findRow(deps.db, table, params.key)
    const keys = row === null ? null : await removeRows(deps.db, table, { ids: [row.id] })
    // Also when somebody else has deleted it, or the table, meanwhile.
    if (keys === null || keys.length === 0) throw new Problem('not_found', 'The table has no row of this key.', { param: '/key' })
    return reply(200, { deleted: keys.length, keys })
  },
})
