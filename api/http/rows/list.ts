import { defineRoute } from '../../route/route.ts'
import { RowsListQuery, RowsPage } from '../../schemas/rows.ts'
import { TableParams } from '../../schemas/tables.ts'
import { requireTable } from '../tables/find.ts'
import { answerQuery, type RowDeps } from './query-page.ts'
import { listOf } from './list-of.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.7: the query with parameters. */
export const listRows = (deps: RowDeps) =>
  defineRoute({
    operationId: 'listRows',
    method: 'GET',
    path: '/v1/tables/{name}/rows',
    summary: 'List rows',
    description: 'Newest first; `POST /v1/tables/{name}/rows/query` filters.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    params: TableParams,
    query: RowsListQuery,
    responses: { 200: { description: 'A page of rows, newest first.', schema: RowsPage } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, query, principal, reply }) {
      const { status, fields, ...rest } = query
      const table = await requireTable(deps.db, principal, params.name)
      return reply(
        200,
        await answerQuery(deps, table, {
          ...rest,
          ...(status === undefined ? {} : { status: listOf(status) }),
          ...(fields === undefined ? {} : { fields: listOf(fields) }),
        }),
      )
    },
  })
