import type { Database } from '../../../db/database.ts'
import { findRow } from '../../../db/tables/rows/find-row.ts'
import { readRowChanges } from '../../../db/tables/rows/row-changes.ts'
import { CHANGES_KEPT } from '../../../domain/rows/changed-fields.ts'
import { defineRoute } from '../../route/route.ts'
import { RowChanges } from '../../schemas/rows.ts'
import { RowParams } from '../../schemas/tables.ts'
import { requireTable } from '../tables/find.ts'
import { requireTables } from '../tables/require-tables.ts'
import { noSuchRow } from './row-selection.ts'

/** Spec 4.7: when a row changed, what caused it, and which fields. One page has all that are kept. */
export const listRowChanges = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'listRowChanges',
    method: 'GET',
    path: '/v1/tables/{name}/rows/{key}/changes',
    summary: 'List the changes of a row',
    description: `The newest ${CHANGES_KEPT} changes of the row, newest first: when, what caused it, and the names of the fields whose values changed. Values are only in the row. A write that changes no value is no change, and neither is a touch. An erasure also removes names of fields that mention the person, and the changes are deleted with their row.`,
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    params: RowParams,
    responses: { 200: { description: 'The changes of the row, newest first.', schema: RowChanges } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, principal, reply }) {
      const table = await requireTable(deps.db, principal, params.name)
      const row = await findRow(deps.db, table, params.key)
      if (row === null) throw noSuchRow('/key')
      const changes = await readRowChanges(deps.db, row.id)
      return reply(200, {
        items: changes.map(
          ({ at, created, cause, writer, runId, capability, watchId, fields, fieldCount, merges }) => ({
            at: at.toISOString(),
            created,
            cause,
            by: writer,
            run_id: runId,
            capability,
            watch_id: watchId,
            fields: [...fields],
            field_count: fieldCount,
            ...(merges.length === 0
              ? {}
              : { merges: merges.map(({ number, kind, reason }) => ({ merge: number, kind, reason })) }),
          }),
        ),
      })
    },
  })
