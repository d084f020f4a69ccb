import type { SecretCipher } from '../../../db/cipher.ts'
import { findRows } from '../../../db/tables/rows/find-row.ts'
import { removeRows } from '../../../usecases/tables/remove-rows.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { RowSelection } from '../../../usecases/tables/update-rows.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { RowsDelete } from '../../schemas/rows.ts'
import { RowsDeleted, TableParams } from '../../schemas/tables.ts'
import { invalidRequest } from '../../validation/check.ts'
import { noSuchTable, requireTable } from '../tables/find.ts'
import { timeoutAsInvalidFilter, requireQuery, type RowDeps } from './query-page.ts'
import { requireRowsNamed, rowsOfFilter } from './row-selection.ts'
import { requireTables } from '../tables/require-tables.ts'

/**
 * Spec 4.7: deletes rows by keys, or by a filter with a limit. Suppressions stay. A filter that is sent twice deletes
 * the next rows, unless an idempotency key marks the repetition.
 */
export const deleteRows = (deps: RowDeps & { cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'deleteRows',
    method: 'POST',
    path: '/v1/tables/{name}/rows/delete',
    summary: 'Delete rows',
    description: 'Deletes rows by `keys` or by a filter with a `limit`. Keys without a row are ignored.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    exactNumbers: true,
    maxBodyBytes: BODY_BYTES.long,
    params: TableParams,
    idempotent: {
      store: deps,
      async check({ params, principal }) {
        await requireTable(deps.db, principal, params.name)
      },
    },
    body: RowsDelete,
    bodyExamples: { lost: { summary: 'A hundred rows with one status', value: { status: 'lost', limit: 100 } } },
    responses: {
      200: { description: 'What was deleted.', schema: RowsDeleted },
    },
    errors: ['forbidden', 'not_found'],
    async handler({ params, body, principal, saveResponse, reply }) {
      const table = await requireTable(deps.db, principal, params.name)
      const present = (gone: string[]) => ({ deleted: gone.length, keys: gone })
      const removed = removeRows(deps.db, table, await rowsMeant(deps, table, body), (tx, gone) =>
        saveResponse(tx, present(gone)),
      )
      const keys = await (body.keys === undefined ? timeoutAsInvalidFilter(removed) : removed)
      if (keys === null) throw noSuchTable()
      return reply(200, present(keys))
    },
  })

async function rowsMeant({ db, cursors }: RowDeps, table: TableState, body: RowsDelete): Promise<RowSelection> {
  requireRowsNamed(body, { claims: false })
  const { keys, limit, ...filter } = body
  if (keys !== undefined) {
    const found = await findRows(db, table, keys)
    return { ids: [...new Set(found.flatMap((row) => (row === null ? [] : [row.id])))] }
  }
  if (limit === undefined)
    throw invalidRequest([
      { path: '/limit', message: 'is required with a filter: it limits how many rows are deleted' },
    ])
  return rowsOfFilter(requireQuery(filter, table, { now: new Date(), cursors }), limit)
}
