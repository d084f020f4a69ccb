import type { SecretCipher } from '../../../db/cipher.ts'
import { type Database, noop } from '../../../db/database.ts'
import { type PartedRow, unmergeRow as unmerge, type UnmergeOutcome } from '../../../usecases/tables/unmerge-row.ts'
import { writtenBy } from '../../../domain/rows/change-cause.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { RowUnmerge, RowUnmerged } from '../../schemas/rows.ts'
import { RowParams } from '../../schemas/tables.ts'
import { quotaProblem, requireTable } from '../tables/find.ts'
import { requireTables } from '../tables/require-tables.ts'
import { presentRow } from './present.ts'
import { noSuchRow } from './row-selection.ts'

/** Undoes a merge of rows while its parts are known (decisions, "When two records are one person"). */
export const unmergeRow = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'unmergeRow',
    method: 'POST',
    path: '/v1/tables/{name}/rows/{key}/unmerge',
    summary: 'Undo a merge',
    description:
      'Takes what a write merged into the row out of it again, as a separate row. Fields that the merge changed get back their earlier values, except those that changed again later. `merge` is the number of the merge in the changes of the row; the default is the newest. The parts of the newest 10 merges of a row are known. What both have remains an identity of the row, so the separate row needs another one, or gets a numbered key by a phone or mailbox that people may share; otherwise the answer is `invalid_request`.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    params: RowParams,
    idempotent: { store: deps },
    body: RowUnmerge,
    bodyExamples: { newest: { summary: 'The newest merge', value: {} } },
    responses: { 200: { description: 'The two rows.', schema: RowUnmerged } },
    errors: ['forbidden', 'not_found', 'limit_reached'],
    async handler({ params, body, principal, idempotencyKey, saveResponse, reply }) {
      const table = await requireTable(deps.db, principal, params.name)
      const done = await unmerge(
        deps.db,
        { table, key: params.key, number: body.merge ?? null, cause: writtenBy(principal) },
        idempotencyKey === null ? noop : (tx, parted) => saveResponse(tx, present(table.name, parted)),
      )
      return reply(200, present(table.name, required(done)))
    },
  })

const present = (table: string, { merge, row, part }: PartedRow): RowUnmerged => ({
  table,
  merge: merge.number,
  identity: merge.identity,
  reason: merge.reason,
  row: presentRow(row),
  part: presentRow(part),
})

function required(done: UnmergeOutcome): PartedRow {
  switch (done.kind) {
    case 'unmerged':
      return done
    case 'missing':
      throw noSuchRow('/key')
    case 'no merge':
      throw new Problem(
        'not_found',
        'The row has no such merge whose parts are known. The changes of the row list those that can be undone.',
        { param: '/merge' },
      )
    case 'impossible':
      throw new Problem('invalid_request', `The merge cannot be undone: ${done.reason}.`, { param: '/merge' })
    case 'quota reached':
    case 'table full':
      throw quotaProblem(done)
  }
}
