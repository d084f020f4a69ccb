import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { readTableDetail } from '../../../db/tables/rows/table-detail.ts'
import { createTable as create } from '../../../usecases/tables/create-table.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { payerId, payerOf } from '../../../domain/access/payer.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { TableCreate, TableDetail } from '../../schemas/tables.ts'
import { keyModeOf, quotaProblem } from './find.ts'
import { presentTable } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: an empty table with its key mode, `auto` unless the body names another. */
export const createTable = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'createTable',
    method: 'POST',
    path: '/v1/tables',
    summary: 'Create a table',
    description:
      'Creates a table with its key mode, title and description. The first write of rows also creates a table.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    idempotent: { store: deps },
    body: TableCreate,
    bodyExamples: {
      leads: { summary: 'People', value: { name: 'leads', description: 'Demo requests', key: 'auto' } },
    },
    responses: {
      200: { description: 'The table.', schema: TableDetail },
    },
    errors: ['forbidden', 'conflict', 'limit_reached'],
    async handler({ body, principal, saveResponse, reply }) {
      const present = async (queries: Queries, table: TableState) =>
        presentTable(table, await readTableDetail(queries, table))
      const { name, title = null, description = null } = body
      const made = await create(
        deps.db,
        principal,
        { name, title, description, keyMode: keyModeOf(body.key) ?? 'auto', madeBy: payerId(payerOf(principal)) },
        async (tx, table) => saveResponse(tx, await present(tx, table)),
      )
      if (made.kind === 'taken')
        throw new Problem('conflict', 'A table with this name exists already.', { param: '/name' })
      if (made.kind === 'quota reached') throw quotaProblem(made)
      return reply(200, await present(deps.db, made.table))
    },
  })
