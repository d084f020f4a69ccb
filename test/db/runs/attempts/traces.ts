import type { Database } from '../../../../db/database.ts'

type Row = Readonly<Record<string, unknown>>

/** A row without its ids, keys and times, which are never the same twice; `others`: further columns to leave out. */
export const comparable = (row: Row, others: readonly string[] = []): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        !(value instanceof Date) && !/(^|_)(id|key|at|ms|token|until|hash)$/.test(name) && !others.includes(name),
    ),
  )

/** Everything that a run has left, without ids and times: what two ways of doing the same must have in common. */
export async function tracesOf(db: Database, runId: string, others: readonly string[] = []) {
  const read = async (text: string): Promise<Row[]> =>
    (await db.pool.query<Row>(text, [runId])).rows.map((row) => comparable(row, others))
  return {
    run: await read('select * from run where id = $1'),
    attempts: await read('select * from attempt where run_id = $1'),
    transfers: await read('select amount, kind from transfer where run_id = $1 order by id'),
    subjects: await read(
      'select kind, value, place, path, exact, words from run_subject where run_id = $1 order by kind, value',
    ),
  }
}
