import Type from 'typebox'
import { ownRef } from '../../../domain/access/principal.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { SEPARATOR_NAMES, SEPARATORS } from '../../../domain/files/form.ts'
import { newColumns } from '../../../domain/jobs/file.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { type JobResultRow, jobResults } from '../../../db/jobs/items.ts'
import { readJob, type StoredJob } from '../../../db/jobs/jobs.ts'
import { slicing } from '../../../db/time-slices.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { JobParams } from '../../schemas/job.ts'
import { linesOf } from '../rows/csv-writer.ts'
import { existingJob } from './find.ts'

export interface JobResultDeps {
  readonly db: Database
  readonly findCapability: (slug: string) => Capability | undefined
}

const FORMATS = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

export const getJobResults = (deps: JobResultDeps) =>
  defineRoute({
    operationId: 'getJobResults',
    method: 'GET',
    path: '/v1/jobs/{job_id}/results',
    summary: 'Download the results of a job',
    description:
      "Every row that has ended, in the order of the rows, sent while it is read. `csv`: the columns of the row, then `input.…` and `result.…`; `same_as` where a row equals an earlier one; lists and objects are JSON, and a cell that a spreadsheet would execute starts with `'`. A job of an uploaded file has all lines of that file with its own columns first, and its separator and byte order mark. `jsonl`: one object a line. Input and result are empty where the payload was deleted. New columns of such a file are `row`, `outcome`, `run_id`, `provider`, `charged` and `error` besides; one whose name the file has gets a number at its end. A workbook comes back as CSV with commas. The cells are deleted with the payloads of the job.",
    tags: ['Jobs'],
    spec: '4.4',
    access: 'read',
    params: JobParams,
    query: closed({
      format: Type.Optional(oneOf(['csv', 'jsonl'], { default: 'csv', description: 'The format.' })),
      separator: Type.Optional(
        oneOf(SEPARATOR_NAMES, {
          description: 'What separates the cells of `csv`: by default a comma, or what the uploaded file has.',
        }),
      ),
      bom: Type.Optional(
        Type.Boolean({
          description:
            'Whether `csv` begins with a byte order mark, without which Excel misreads letters: by default as the uploaded file does.',
        }),
      ),
    }),
    responses: {
      200: {
        description: 'The file.',
        contentType: FORMATS.csv,
        otherContentTypes: [FORMATS.jsonl],
        stream: true,
        schema: Type.String(),
        headers: { 'Content-Disposition': '`attachment`; the file name is the id of the job.' },
      },
    },
    errors: ['not_found'],
    async handler({ params, query, principal, reply }) {
      const job = existingJob(await readJob(deps.db, ownRef(principal, params.job_id)))
      const format = query.format ?? 'csv'
      const content =
        format === 'csv'
          ? csvOf(columnsOf(job, deps), {
              separator: SEPARATORS[query.separator ?? job.file?.separator ?? 'comma'],
              bom: query.bom ?? job.file?.bom ?? false,
              pages: jobResults(deps.db, job.id, { ended: job.file === null }),
            })
          : jsonLinesOf(jobResults(deps.db, job.id, { ended: true }))
      return reply(200, content, {
        'Content-Type': FORMATS[format],
        'Content-Disposition': `attachment; filename="${job.id}.${format}"`,
      })
    },
  })

const OWN_COLUMNS = ['row', 'key', 'outcome', 'same_as', 'run_id', 'provider', 'charged', 'error'] as const
type OwnColumn = (typeof OWN_COLUMNS)[number]

interface Columns {
  /** Those of the uploaded file. */
  readonly file: readonly string[]
  readonly own: readonly OwnColumn[]
  readonly input: readonly string[]
  /** null: the result is one column, as a raw payload is. */
  readonly result: readonly string[] | null
}

/** The columns of the file, the members of the requested input, and the fields of the capability's result. */
function columnsOf({ request, name, file, counts }: StoredJob, { findCapability }: JobResultDeps): Columns {
  const capability = request['capability'] === undefined ? undefined : findCapability(name)
  return {
    file: file?.columns ?? [],
    own: OWN_COLUMNS.filter((column) => isFilled(column, { file, counts })),
    input: isJsonObject(request['input'] ?? null) ? Object.keys(Object(request['input'])) : [],
    result: capability === undefined ? null : Object.keys(capability.outputSchema.properties ?? {}),
  }
}

/** Rows of a file have no key, and few jobs have rows that equal others. */
function isFilled(column: OwnColumn, { file, counts }: Pick<StoredJob, 'file' | 'counts'>): boolean {
  if (column === 'key') return file === null
  return column !== 'same_as' || counts.repeated > 0
}

const shownRow = ({ number, key, outcome, sameAs, runId, provider, charged, error }: JobResultRow) => ({
  row: number,
  key,
  outcome,
  same_as: sameAs,
  run_id: runId,
  provider,
  charged: formatUsdOrNull(charged),
  error: error === null ? null : `${error.code}: ${error.message}`,
})

interface CsvParts {
  readonly separator: string
  readonly bom: boolean
  readonly pages: AsyncIterable<readonly JobResultRow[]>
}

const BYTE_ORDER_MARK = '\ufeff'

async function* csvOf(columns: Columns, { separator, bom, pages }: CsvParts): AsyncGenerator<string> {
  const { file, own, input, result } = columns
  const added = [
    ...own,
    ...input.map((name) => `input.${name}`),
    ...(result?.map((name) => `result.${name}`) ?? ['result']),
  ]
  yield `${bom ? BYTE_ORDER_MARK : ''}${linesOf([[...file, ...newColumns(file, added)]], separator)}`
  const slice = slicing()
  for await (const rows of pages) {
    for (const row of rows) {
      await slice()
      const shown = shownRow(row)
      const cells = [
        ...file.map((name) => memberOf(row.cells, name)),
        ...own.map((name) => shown[name]),
        ...input.map((name) => memberOf(row.input, name)),
        ...(result?.map((name) => memberOf(row.result, name)) ?? [row.result]),
      ]
      yield linesOf([cells], separator)
    }
  }
}

const memberOf = (value: Json, name: string): Json => {
  const object: JsonObject = objectOf(value)
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null
}

async function* jsonLinesOf(pages: AsyncIterable<readonly JobResultRow[]>): AsyncGenerator<string> {
  const slice = slicing()
  for await (const rows of pages) {
    for (const row of rows) {
      await slice()
      yield `${JSON.stringify({ ...shownRow(row), input: row.input, result: row.result })}\n`
    }
  }
}
