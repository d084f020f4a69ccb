import { changerOf } from '../../../domain/access/payer.ts'
import type { Database } from '../../../db/database.ts'
import { deleteTable as remove } from '../../../usecases/tables/delete-table.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { TableDeleted, TableDeleteQuery, TableParams } from '../../schemas/tables.ts'
import { missingTable } from './find.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: deletes permanently, once the caller confirms it; suppressions stay. */
export const deleteTable = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteTable',
    method: 'DELETE',
    path: '/v1/tables/{name}',
    summary: 'Delete a table and its rows',
    description:
      'Permanent; requires `confirm=true`. The suppression list does not change. A person who is suppressed only through related identities in a row of this table can receive messages again. A connected app, or an API key with limits or a budget, deletes only tables that it has created.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    params: TableParams,
    query: TableDeleteQuery,
    responses: { 200: { description: 'What was deleted.', schema: TableDeleted } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, query, principal, reply }) {
      if (query.confirm !== true) {
        throw new Problem(
          'invalid_request',
          'This permanently deletes the table and its rows. Repeat the request with `?confirm=true`. Nothing was deleted.',
          { param: '/confirm' },
        )
      }
      const removed = await remove(deps.db, principal, { name: params.name, caller: changerOf(principal) })
      if (removed.kind === 'forbidden') throw new Problem('forbidden', removed.message)
      if (removed.kind === 'missing') throw await missingTable(deps.db, principal, { name: params.name })
      return reply(200, { deleted: true, name: params.name, rows: removed.rows })
    },
  })
