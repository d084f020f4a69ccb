import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { RowsPage, RowsQuery } from '../../schemas/rows.ts'
import { TableParams } from '../../schemas/tables.ts'
import { requireTable } from '../tables/find.ts'
import { answerQuery, type RowDeps } from './query-page.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.7: rows by status, by due time, and by any field. */
export const queryRows = (deps: RowDeps) =>
  defineRoute({
    operationId: 'queryRows',
    method: 'POST',
    path: '/v1/tables/{name}/rows/query',
    summary: 'Query rows',
    description:
      'Numbers compare as numbers and times as times, even when stored as text. Concurrent writes do not repeat or omit rows between pages.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    exactNumbers: true,
    maxBodyBytes: BODY_BYTES.long,
    params: TableParams,
    body: RowsQuery,
    bodyExamples: {
      hot: {
        summary: 'The best contacts without a message',
        value: { where: { score: { gte: 80 }, touches: 0 }, order: '-score', fields: ['email', 'score'] },
      },
    },
    responses: { 200: { description: 'A page of rows.', schema: RowsPage } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, body, principal, reply }) {
      return reply(200, await answerQuery(deps, await requireTable(deps.db, principal, params.name), body))
    },
  })
