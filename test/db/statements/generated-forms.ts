import type { Queries } from '../../../db/database.ts'
import { countRows } from '../../../db/tables/rows/count.ts'
import { lockPicked, lockRowsIfStatus } from '../../../db/tables/rows/pick-rows.ts'
import { queryRows } from '../../../db/tables/rows/query.ts'
import { listRuns } from '../../../db/runs/list.ts'
import type { Statement } from '../../../db/statement.ts'
import { type RequestedFilter, readFilter } from '../../../domain/rows/filter.ts'
import { readOrder } from '../../../domain/rows/order.ts'
import type { FoundStatement } from './find.ts'

/** A statement whose text is made for each call, by the function that declares its row. */
interface Form {
  readonly file: string
  readonly maker: string
  readonly statement: string
  /** Makes the calls of which the text is taken. */
  readonly call: (queries: Queries) => Promise<unknown>
}

const now = new Date('2026-01-01T00:00:00Z')
const read = <Value>(reading: { ok: true; value: Value } | { ok: false }): Value => {
  if (!reading.ok) throw new Error('the sample is refused')
  return reading.value
}
const WHERE: RequestedFilter = { where: { score: { gte: 3 }, name: { contains: 'a' } } }
const filter = read(readFilter(WHERE, now))
const rows = { tableId: 'none', filter, order: read(readOrder('-score')), limit: 10 }
const after = { rank: 0, value: '3', key: 'a' }
const picked = { ...rows, after: null, ifStatus: null }
const runs = {
  workspaceId: 'none',
  environment: 'test',
  status: null,
  capability: null,
  provider: null,
  endpoint: null,
  apiKeyId: null,
  search: null,
  metadata: null,
  first: null,
  end: null,
  before: null,
  limit: 10,
} as const

/** Representative forms: every part of the text that selects columns, and one of each kind of condition. */
export const FORMS: readonly Form[] = [
  { file: 'db/tables/rows/count.ts', maker: 'COUNT_ROWS', statement: 'count_rows', call: (to) => countRows(to, rows) },
  {
    file: 'db/tables/rows/query.ts',
    maker: 'QUERY_ROWS',
    statement: 'query_rows',
    call: (to) => queryRows(to, { ...rows, after }),
  },
  ...[
    ['LOCK_FREE_ROWS', 'lock_free_rows'],
    ['SEE_ROWS', 'see_rows'],
    ['LOCK_SEEN_ROWS', 'lock_seen_rows'],
  ].map(([maker = '', statement = '']) => ({
    file: 'db/tables/rows/pick-rows.ts',
    maker,
    statement,
    call: (to: Queries) => lockPicked(to, picked),
  })),
  {
    file: 'db/tables/rows/pick-rows.ts',
    maker: 'LOCK_ROWS_IF_STATUS',
    statement: 'lock_rows_if_status',
    call: (to) => lockRowsIfStatus(to, 'none', { ids: [1n], ifStatus: null }),
  },
  { file: 'db/runs/list.ts', maker: 'LIST_RUNS', statement: 'list_runs', call: (to) => listRuns(to, runs) },
  {
    file: 'db/runs/list.ts',
    maker: 'LIST_RUNS',
    statement: 'list_runs_status_metadata_provider_text',
    call: (to) =>
      listRuns(to, {
        ...runs,
        status: 'succeeded',
        provider: 'p',
        metadata: { a: 'b' },
        search: { kind: 'text', text: 'a', pattern: '%a%', patternInJson: '%a%', subject: null },
      }),
  },
]

/** The statements of the forms, with the text that a call has made. */
export async function generatedStatements(): Promise<FoundStatement[]> {
  return Promise.all(
    FORMS.map(async ({ file, maker, statement: name, call }) => {
      const made: Statement[] = []
      await call({
        emit: () => undefined,
        query: (statement) => {
          made.push(statement as Statement)
          // What is seen is locked next.
          return Promise.resolve(statement.name === 'see_rows' ? ([{ id: 1n }] as never) : [])
        },
      })
      const statement = made.find((one) => one.name === name)
      if (!statement) throw new Error(`${name} was not made, but ${made.map((one) => one.name).join(', ')}`)
      return { file, type: `ReturnType<typeof FILE.${maker}>`, statement }
    }),
  )
}
