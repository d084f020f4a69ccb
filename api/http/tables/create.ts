import type { CredentialCipher } from '../../../db/connections/cipher.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { readTableDetail } from '../../../db/tables/table-detail.ts'
import { createTable as create, type TableState } from '../../../db/tables/tables.ts'
import { withIdempotency } from '../../route/idempotency.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { IdempotencyHeaders, REPLAY_HEADERS } from '../../schemas/idempotency.ts'
import { TableCreate, TableDetail } from '../../schemas/tables.ts'
import { idempotencyKeyOf } from '../../route/idempotency-key.ts'
import { keyModeOf, quotaProblem } from './find.ts'
import { presentTable } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: an empty table with its key mode, `auto` unless the body names another. */
export const createTable = (deps: { db: Database; cipher: CredentialCipher }) =>
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
    headers: IdempotencyHeaders,
    body: TableCreate,
    bodyExamples: {
      leads: { summary: 'People', value: { name: 'leads', description: 'Demo requests', key: 'auto' } },
    },
    responses: {
      200: { description: 'The table.', schema: TableDetail, headers: REPLAY_HEADERS },
    },
    errors: ['forbidden', 'conflict', 'limit_reached', 'idempotency_mismatch'],
    async handler({ body, headers, principal, reply }) {
      const keyMode = keyModeOf(body.key) ?? 'auto'
      const answer = await withIdempotency(
        deps,
        {
          principal,
          key: idempotencyKeyOf(headers['Idempotency-Key'], undefined),
          request: ['createTable', JSON.stringify(body)],
          schema: TableDetail,
        },
        async (remember) => {
          const present = async (queries: Queries, table: TableState) =>
            presentTable(table, await readTableDetail(queries, table))
          const asked = { name: body.name, title: body.title ?? null, description: body.description ?? null, keyMode }
          const made = await create(deps.db, principal, asked, async (tx, table) =>
            remember(tx, await present(tx, table)),
          )
          if (made.kind === 'taken')
            throw new Problem('conflict', 'A table with this name exists already.', { param: '/name' })
          if (made.kind === 'quota reached') throw quotaProblem(made)
          return present(deps.db, made.table)
        },
      )
      return reply(200, answer.body, answer.headers)
    },
  })
