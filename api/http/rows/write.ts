import type { SecretCipher } from '../../../db/cipher.ts'
import { type Database, noop, type Queries } from '../../../db/database.ts'
import { payerId, payerOf } from '../../../domain/access/payer.ts'
import { writtenBy } from '../../../domain/rows/change-cause.ts'
import { statusOf } from '../../../domain/tables/keys.ts'
import { findAlsoIn } from '../../../db/tables/rows/also-in.ts'
import { type TableWrite, writeTable, type WrittenInto } from '../../../usecases/tables/write-rows.ts'
import { BODY_BYTES, ROWS_VALUES_MAX } from '../../body/limits.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { RowsWrite, RowsWritten, TableParams } from '../../schemas/tables.ts'
import { keyModeOf, quotaProblem } from '../tables/find.ts'
import { presentWritten } from './present-written.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.7: rows merge by any identity that names them; the first write creates the table. */
export const writeRows = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'writeRows',
    method: 'POST',
    path: '/v1/tables/{name}/rows',
    summary: 'Write rows',
    description:
      'Creates the table if it does not exist. New values replace old ones; empty values never erase. Rows with a common identity are merged into one. A row whose identities match two different rows is a conflict and is not written.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    maxBodyBytes: BODY_BYTES.rows,
    maxBodyValues: ROWS_VALUES_MAX,
    writesMany: true,
    exactNumbers: true,
    params: TableParams,
    idempotent: { store: deps },
    body: RowsWrite,
    bodyExamples: {
      people: {
        summary: 'People',
        value: {
          rows: [{ email: 'ada@example.com', full_name: 'Ada Example', score: 91, status: 'new' }],
          description: 'Demo requests',
        },
      },
    },
    responses: {
      200: { description: 'The written rows.', schema: RowsWritten },
    },
    errors: ['forbidden', 'limit_reached'],
    async handler({ params, body, principal, idempotencyKey, saveResponse, reply }) {
      const write: TableWrite = {
        name: params.name,
        keyMode: keyModeOf(body.key),
        description: body.description ?? null,
        rows: body.rows,
        mode: body.mode ?? 'merge',
        status: statusOf(body.status),
        now: new Date(),
        cause: writtenBy(principal),
      }
      return reply(200, await writeInto(deps.db, principal, write, idempotencyKey === null ? null : saveResponse))
    },
  })

/**
 * The write and its answer; the import uses it too. Throws `limit_reached`, or `invalid_request` for another key mode
 * than the table's. The answer is made under the table's lock only where it is stored.
 */
export async function writeInto(
  db: Database,
  principal: Principal,
  write: TableWrite,
  saveResponse: SaveResponse<typeof RowsWritten> | null,
): Promise<RowsWritten> {
  const present = async (queries: Queries, done: WrittenInto) =>
    presentWritten(
      done,
      await findAlsoIn(
        queries,
        done.table.id,
        done.rows.map(({ id }) => id),
      ),
    )
  const saved: RowsWritten[] = []
  const written = await writeTable(
    db,
    principal,
    { ...write, madeBy: payerId(payerOf(principal)) },
    saveResponse === null
      ? noop
      : async (tx, done) => {
          const body = await present(tx, done)
          await saveResponse(tx, body)
          saved.push(body)
        },
  )
  if (written.kind === 'quota reached' || written.kind === 'table full') throw quotaProblem(written)
  if (written.kind === 'other key') {
    throw new Problem(
      'invalid_request',
      `\`/key\` differs from the key mode of the table, which is \`${written.keyMode}\` and cannot change. Nothing was written.`,
      { param: '/key' },
    )
  }
  return saved.at(-1) ?? present(db, written)
}
