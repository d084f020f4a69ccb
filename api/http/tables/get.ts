import type { Database } from '../../../db/database.ts'
import { readTableDetail } from '../../../db/tables/rows/table-detail.ts'
import { defineRoute } from '../../route/route.ts'
import { TableDetail, TableParams } from '../../schemas/tables.ts'
import { requireTable } from './find.ts'
import { presentTable } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: rows by status, rows due, columns with their fill rates, the newest rows. */
export const getTable = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getTable',
    method: 'GET',
    path: '/v1/tables/{name}',
    summary: 'Retrieve a table',
    description: 'Returns the columns with their fill rates, the number of rows by status, and the newest rows.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    params: TableParams,
    responses: { 200: { description: 'The table.', schema: TableDetail } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, principal, reply }) {
      const table = await requireTable(deps.db, principal, params.name)
      return reply(200, presentTable(table, await readTableDetail(deps.db, table)))
    },
  })
