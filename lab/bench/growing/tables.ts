import { growing } from './measure-growing.ts'
import type { BenchRequest } from './requests.ts'
import { loadTables, STATUSES } from './tables-data.ts'

const ROWS = 49_000
const ROWS_QUICK = 5_000
const TIMES = 40
const TIMES_QUICK = 5
/** Each claim takes many rows out of a status, which has a limited number of rows. */
const WRITE_TIMES = 15
const WRITE_TIMES_QUICK = 2
const EXPORT_TIMES = 3
const PAGE = 500

/** Requests about a full table. */
export const measureTables = growing({
  name: 'tables',
  large: ['table_row', 'row_identity', 'run', 'run_subject', 'touch'],
  async load(db, { quick }) {
    const { workspace, table, rows, rowsInAll } = await loadTables(db, quick ? ROWS_QUICK : ROWS)
    const path = `/v1/tables/${table}`
    return {
      title: `Tables: ${rows} rows in the table, ${rowsInAll} rows of all workspaces`,
      key: workspace.keys.live,
      requests: () => [...readsOf(path, quick), ...writesOf(path, quick ? WRITE_TIMES_QUICK : WRITE_TIMES)],
    }
  },
})

function readsOf(path: string, quick: boolean): BenchRequest[] {
  const repetitions = quick ? TIMES_QUICK : TIMES
  const query = (name: string, body: object): BenchRequest => ({
    name,
    method: 'POST',
    path: `${path}/rows/query`,
    body: () => body,
    repetitions,
  })
  return [
    query('newest 50', {}),
    query('where, unindexed field', { where: { score: { gte: 98 } } }),
    query('where, nested field and text', { where: { 'company.size': { lt: 3 }, title: { contains: 'sales' } } }),
    query('where without matches', { where: { title: 'None' } }),
    query('status', { status: 'won' }),
    query('due', { due: true }),
    query('ordered by a field, 500', { order: '-score', limit: PAGE }),
    { name: 'one table, with fill rates', method: 'GET', path, repetitions },
    { name: 'export, 50,000 rows', method: 'GET', path: `${path}/export.csv`, repetitions: quick ? 1 : EXPORT_TIMES },
  ]
}

const knownEmail = (n: number): string => `person${n + 1}@company${(n + 1) % 997}.example`

function writesOf(path: string, repetitions: number): BenchRequest[] {
  const write = (name: string, at: string, row: (n: number, time: number) => object): BenchRequest => ({
    name,
    method: 'POST',
    path: `${at}/rows`,
    body: (time) => ({ rows: Array.from({ length: PAGE }, (_, n) => row(n, time)) }),
    repetitions,
  })
  return [
    {
      name: 'claim 500 by status',
      method: 'PATCH',
      path: `${path}/rows`,
      repetitions,
      body: (time) => ({
        status: STATUSES[0],
        if_status: STATUSES[0],
        limit: PAGE,
        set: { status: `claimed ${time}` },
      }),
    },
    write('write 500 known rows, nothing new', path, (n) => ({ email: knownEmail(n) })),
    write('write 500 known rows, all changed', path, (n, time) => ({ email: knownEmail(n), seen: time })),
    write('write 500 new rows', '/v1/tables/written', (n, time) => ({
      email: `t${time}.${n}@written.example`,
      full_name: `Person ${time} ${n}`,
      title: 'Founder',
      score: 7,
      company: { name: 'Written', size: 3 },
    })),
  ]
}
