import pg from 'pg'
import type { Database, Queries } from '../../../db/database.ts'
import type { Statement } from '../../../db/statement.ts'

/** A statement with its values. */
export interface SentStatement {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** A database, and every statement that passes through it. */
export interface WatchedDatabase {
  readonly db: Database
  /** The statements since the last call, in order. */
  take(): SentStatement[]
}

export function watchStatements(db: Database): WatchedDatabase {
  let sent: SentStatement[] = []
  const watching = (queries: Queries): Queries => ({
    ...queries,
    query(statement, values) {
      sent.push({ statement, values: statement.bind(values) })
      return queries.query(statement, values)
    },
  })
  return {
    db: { ...db, ...watching(db), transaction: (kind, work) => db.transaction(kind, (tx) => work(watching(tx))) },
    take() {
      const taken = sent
      sent = []
      return taken
    },
  }
}

export interface QueryPlan {
  readonly statement: string
  readonly indexes: readonly string[]
  /** Large tables that were read from end to end. */
  readonly scanned: readonly string[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * How PostgreSQL would read the tables for a statement, with its values and with any values. Nothing is executed, so
 * nothing changes.
 */
export async function explain(
  client: pg.Client,
  { statement, values }: SentStatement,
  large: readonly string[],
): Promise<QueryPlan[]> {
  const literals = values.map(literalOf)
  await client.query(`prepare watched as ${statement.text}`)
  try {
    const plans: QueryPlan[] = []
    // A statement that is planned each time never gets the generic plan.
    for (const mode of statement.plannedEachTime === true
      ? ['force_custom_plan']
      : ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (format json) execute watched${literals.length === 0 ? '' : ` (${literals.join(', ')})`}`,
      )
      const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: root }) => nodesOf(root)))
      plans.push({
        statement: statement.name,
        indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
        scanned: [
          ...new Set(
            nodes
              .filter((node) => node['Node Type'].includes('Seq Scan'))
              .flatMap((node) => node['Relation Name'] ?? []),
          ),
        ].filter((name) => large.includes(name)),
      })
    }
    return plans
  } finally {
    await client.query('deallocate watched')
  }
}

/** A value as the driver would send it. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  // Without an explicit type, so that it takes the parameter's type.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const elementOf = (value: unknown): string => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)
