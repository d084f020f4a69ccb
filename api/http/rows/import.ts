import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import Type from 'typebox'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { TableWrite } from '../../../usecases/tables/write-rows.ts'
import { importedBy } from '../../../domain/rows/change-cause.ts'
import { statusOf } from '../../../domain/tables/keys.ts'
import { STATUS_LENGTH_MAX } from '../../../domain/rows/fields.ts'
import { fileSource } from '../../../domain/rows/row-source.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { rememberMap } from '../../files/remembered.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { correctionsOf, fileBody, fileQueryMembers } from '../../schemas/file.ts'
import { MERGED_LINES_MAX, RowsImported } from '../../schemas/rows.ts'
import { type RowsWritten, TableParams } from '../../schemas/tables.ts'
import { columnMapOf } from './column-map.ts'
import { type NamedFile, readNamedFile } from './named-file.ts'
import { requireTables } from '../tables/require-tables.ts'
import { writeInto } from './write.ts'

/**
 * Spec 4.7: a file of rows, by the rules of writing rows. It is written in one transaction: either every good line is
 * in the table or, when a quota is reached on the way, none is, so the caller need not find out which lines were
 * written. Importing the same file again changes nothing.
 */
export const importRows = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'importRows',
    method: 'POST',
    path: '/v1/tables/{name}/import',
    summary: 'Import a file',
    description:
      'Takes a CSV file or an Excel workbook (.xlsx). A line names the columns. Separator, encoding and lines above the column names are detected, and `file` in the answer states how the file was read. Each line is written like a row; a refused line does not affect the others. A file that is no CSV is refused entirely. Empty cells are ignored. A cell with a JSON list or object is parsed; other cells are text. Formulas of a workbook are not computed: a cell has the value that was saved with it.',
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
      ...fileQueryMembers,
      map: Type.Optional(
        Type.String({
          minLength: 2,
          maxLength: MAP_LENGTH_MAX,
          description:
            'Which field each column becomes, as JSON; null leaves a column out, and other columns keep their names. It is remembered for the next file with the same column names. Without it columns keep their names if one line has an identity under them; else they are renamed as suggested, and `mapped` states how.',
          examples: ['{"E-Mail":"email","Notes":null}'],
        }),
      ),
      dry_run: Type.Optional(
        Type.Boolean({ description: 'Only reads the file: nothing is written, and `file` has sample values.' }),
      ),
    }),
    idempotent: {
      store: deps,
      identity: ({ params, query: { status, ...query }, body }) => [
        params.name,
        status ?? '',
        isUtf8(body) ? body.toString() : hash('sha256', body, 'base64'),
        ...(Object.keys(query).length === 0 ? [] : [JSON.stringify(query)]),
      ],
    },
    bodyType: 'text/csv',
    bodyBytes: true,
    body: fileBody('A CSV file or an Excel workbook (.xlsx) of at most 1 MB.'),
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
      const map = columnMapOf(query.map)
      const named = await readNamedFile(deps.db, principal, {
        name: params.name,
        bytes: body,
        corrections: correctionsOf(query),
        map,
        samplesShown: query.dry_run === true ? SAMPLES_SHOWN : 0,
      })
      if (query.dry_run === true) return reply(200, readOnly(params.name, named))
      const written = await writeFile(deps.db, principal, {
        named,
        isToRemember: map !== null,
        name: params.name,
        status: statusOf(query.status),
        saveResponse: idempotencyKey === null ? null : saveResponse,
      })
      return reply(200, written)
    },
  })

/** Headings and fields of a thousand columns, each of some length. */
const MAP_LENGTH_MAX = 65_536
const SAMPLES_SHOWN = 3

const readOnly = (name: string, { file: { rows, refused }, reading, mapped, hints }: NamedFile): RowsImported => ({
  table: name,
  created: false,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  conflicts: [],
  refused: [...refused],
  keys: { inserted: [], updated: [] },
  also_in: [],
  hints: [...hints],
  lines: rows.length + refused.length,
  mapped,
  file: reading,
})

interface FileWrite {
  readonly named: NamedFile
  readonly isToRemember: boolean
  readonly name: string
  readonly status: string | null
  readonly saveResponse: SaveResponse<typeof RowsImported> | null
}

async function writeFile(
  db: Database,
  principal: Principal,
  { named, isToRemember, name, status, saveResponse }: FileWrite,
): Promise<RowsImported> {
  const { reading, mapped, hints } = named
  const { rows, refused, footers, header } = named.file
  const lineOf = (index: number): number => rows[index]?.line ?? 0
  const refusalOf = (line: number, reason: string) => ({ line, reason: footers.get(line) ?? reason })
  const present = ({ merged, ...written }: RowsWritten): RowsImported => ({
    ...written,
    conflicts: written.conflicts.map(({ index, keys, reason }) => ({ line: lineOf(index), keys, reason })),
    refused: [...refused, ...written.refused.map(({ index, reason }) => refusalOf(lineOf(index), reason))].toSorted(
      (left, right) => left.line - right.line,
    ),
    hints: [...written.hints, ...hints],
    ...(merged === undefined
      ? {}
      : {
          merged: merged.slice(0, MERGED_LINES_MAX).map(({ index, ...merge }) => ({ line: lineOf(index), ...merge })),
        }),
    lines: rows.length + refused.length,
    mapped,
    file: reading,
  })
  const write: TableWrite = {
    name,
    keyMode: null,
    description: null,
    rows: rows.map(({ row }) => row),
    source: fileSource({ lineOf, mapped, fields: header.columns.flatMap(({ name: field }) => field ?? []) }),
    mode: 'merge',
    status,
    now: new Date(),
    cause: importedBy(principal),
  }
  if (!isToRemember && saveResponse === null) return present(await writeInto(db, principal, write, null))
  return present(
    await writeInto(db, principal, write, async (tx, written) => {
      if (isToRemember) await rememberMap(tx, principal.workspaceId, header)
      if (saveResponse !== null) await saveResponse(tx, present(written))
    }),
  )
}
