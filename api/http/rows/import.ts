import Type from 'typebox'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { TableWrite } from '../../../db/rows/write-table.ts'
import { importedBy } from '../../../domain/rows/change-cause.ts'
import { statusOf } from '../../../domain/tables/keys.ts'
import { STATUS_LENGTH_MAX } from '../../../domain/rows/fields.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { RowsImported } from '../../schemas/rows.ts'
import { type RowsWritten, TableParams } from '../../schemas/tables.ts'
import { type CsvFile, readCsv } from './csv-reader.ts'
import { requireTables } from '../tables/require-tables.ts'
import { writeInto } from './write.ts'

/**
 * Spec 4.7: a CSV file, by the rules of writing rows. It is written in one transaction: either every good line is in
 * the table or, when a quota is reached on the way, none is, so the caller need not find out which lines were written.
 * Importing the same file again changes nothing.
 */
export const importRows = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'importRows',
    method: 'POST',
    path: '/v1/tables/{name}/import',
    summary: 'Import a CSV file',
    description:
      'The first line names the columns. Each line is written like a row; a refused line does not affect the others. A file that is not CSV, not UTF-8 or not separated by commas is refused as a whole. Empty cells are ignored. A cell with a JSON list or object is parsed; other cells are text.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    maxBodyBytes: BODY_BYTES.large,
    writesMany: true,
    params: TableParams,
    query: closed({
      status: Type.Optional(
        Type.String({
          maxLength: STATUS_LENGTH_MAX,
          description: 'The status of created rows that have no status in the file.',
        }),
      ),
    }),
    idempotent: {
      store: deps,
      identity: ({ params, query, body }) => [params.name, query.status ?? '', body],
    },
    bodyType: 'text/csv',
    body: Type.String({ minLength: 1, description: 'CSV of at most 1 MB, in UTF-8.' }),
    bodyExamples: {
      people: {
        summary: 'Two people',
        value: 'email,full_name\nada@example.com,Ada Example\nrobin@example.com,Robin Sample\n',
      },
    },
    responses: {
      200: {
        description: 'The number of written rows, and the refused lines.',
        schema: RowsImported,
      },
    },
    errors: ['forbidden', 'limit_reached'],
    async handler({ params, query, body, principal, idempotencyKey, saveResponse, reply }) {
      const written = await writeFile(deps.db, principal, {
        file: await readCsv(body),
        name: params.name,
        status: statusOf(query.status),
        saveResponse: idempotencyKey === null ? null : saveResponse,
      })
      return reply(200, written)
    },
  })

interface FileWrite {
  readonly file: CsvFile
  readonly name: string
  readonly status: string | null
  readonly saveResponse: SaveResponse<typeof RowsImported> | null
}

async function writeFile(
  db: Database,
  principal: Principal,
  { file, name, status, saveResponse }: FileWrite,
): Promise<RowsImported> {
  const { rows, refused } = file
  if (rows.length + refused.length === 0)
    throw new Problem('invalid_request', 'The file has no line after its column names.')
  const lineOf = (index: number): number => rows[index]?.line ?? 0
  const present = (written: RowsWritten): RowsImported => ({
    ...written,
    conflicts: written.conflicts.map(({ index, keys, reason }) => ({ line: lineOf(index), keys, reason })),
    refused: [...refused, ...written.refused.map(({ index, reason }) => ({ line: lineOf(index), reason }))].toSorted(
      (left, right) => left.line - right.line,
    ),
    lines: rows.length + refused.length,
  })
  const write: TableWrite = {
    name,
    keyMode: null,
    description: null,
    rows: rows.map(({ row }) => row),
    mode: 'merge',
    status,
    now: new Date(),
    cause: importedBy(principal),
  }
  return present(
    await writeInto(
      db,
      principal,
      write,
      saveResponse === null ? null : (tx, written) => saveResponse(tx, present(written)),
    ),
  )
}
