import type { Database } from '../../../db/database.ts'
import { removeRow } from '../../../usecases/tables/remove-rows.ts'
import { defineRoute } from '../../route/route.ts'
import { RowParams, RowsDeleted } from '../../schemas/tables.ts'
import { noSuchTable, requireTable } from '../tables/find.ts'
import { requireTables } from '../tables/require-tables.ts'
import { noSuchRow } from './row-selection.ts'

/** Spec 4.7: one row, by its key or any identity that it carries. */
export const deleteRow = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteRow',
    method: 'DELETE',
    path: '/v1/tables/{name}/rows/{key}',
    summary: 'Delete one row',
    description: 'Deletes the row. The history of its person remains.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    params: RowParams,
    responses: { 200: { description: 'What was deleted.', schema: RowsDeleted } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, principal, reply }) {
      const { id } = await requireTable(deps.db, principal, params.name)
      const keys = await removeRow(deps.db, id, params.key)
      if (keys === null) throw noSuchTable()
      if (keys.length === 0) throw noSuchRow('/key')
      return reply(200, { deleted: keys.length, keys })
    },
  })
