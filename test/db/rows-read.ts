import pg from 'pg'
import type { Database, Queries } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const rowsIn = (node: PlanNode | undefined): number =>
  node === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
      (node.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0)

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`)
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}

/**
 * The number of rows that the only statement of `work` reads, as it is planned after many of its kind. Its changes are
 * rolled back unless the test looks at them.
 */
export async function rowsRead(
  db: Database,
  work: (queries: Queries) => Promise<unknown>,
  end: 'rollback' | 'commit' = 'rollback',
): Promise<number> {
  const sent: { statement: Statement; values: readonly unknown[] }[] = []
  await work({
    emit: () => undefined,
    query: async (statement, values) => {
      sent.push({ statement, values: statement.bind(values) })
      return []
    },
  })
  const [only, second] = sent
  if (only === undefined || second !== undefined) throw new Error('not one statement')
  const { statement, values } = only
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `set local plan_cache_mode = ${statement.plannedEachTime === true ? 'force_custom_plan' : 'force_generic_plan'}`,
    )
    await client.query(`prepare sent as ${statement.text}`)
    const {
      rows: [row],
    } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute sent${values.length === 0 ? '' : ` (${values.map(literal).join(', ')})`}`,
    )
    return rowsIn(row?.['QUERY PLAN'][0].Plan)
  } finally {
    await client.query(end)
    await client.query('deallocate sent')
    client.release()
  }
}
