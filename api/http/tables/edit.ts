import { changerOf } from '../../../domain/access/payer.ts'
import type { Database } from '../../../db/database.ts'
import { readTableDetail } from '../../../db/tables/rows/table-detail.ts'
import { editTable as edit } from '../../../db/tables/change-table.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { TableDetail, TableEdit, TableParams } from '../../schemas/tables.ts'
import { missingTable } from './find.ts'
import { presentTable } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: title, description, columns or another name; members that are left out stay as they are. */
export const editTable = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'editTable',
    method: 'PATCH',
    path: '/v1/tables/{name}',
    summary: 'Edit or rename a table',
    description:
      '`name` renames the table; links of runs in progress follow. The key mode cannot change. A connected app, or an API key with limits or a budget, edits only tables that it has created.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    maxBodyBytes: BODY_BYTES.long,
    params: TableParams,
    body: TableEdit,
    bodyExamples: { rename: { summary: 'Another name', value: { name: 'leads-2026', title: 'Leads of 2026' } } },
    responses: { 200: { description: 'The updated table.', schema: TableDetail } },
    errors: ['forbidden', 'not_found', 'conflict'],
    async handler({ params, body, principal, reply }) {
      const columns = body.columns?.map(({ name, type }) => ({ name, type: type ?? 'string' }))
      const edited = await edit(deps.db, principal, {
        name: params.name,
        caller: changerOf(principal),
        change: { ...body, columns },
      })
      if (edited.kind === 'forbidden') throw new Problem('forbidden', edited.message)
      if (edited.kind === 'missing') throw await missingTable(deps.db, principal, { name: params.name })
      if (edited.kind === 'taken') throw new Problem('conflict', 'Another table has this name.', { param: '/name' })
      return reply(200, presentTable(edited.table, await readTableDetail(deps.db, edited.table)))
    },
  })
