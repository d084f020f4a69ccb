import type { Client } from 'pg'
import type { Statement } from '../../../db/statement.ts'
import type { Catalog } from './catalog.ts'
import { type ResultColumn, resultColumns } from './columns.ts'
import { isNode, parseTree, type TreeNode, type TreeValue } from './node-tree.ts'

export interface Described {
  /** The types of the values as PostgreSQL names them, in the order of their positions. */
  readonly values: readonly string[]
  readonly columns: readonly DescribedColumn[]
}

export interface DescribedColumn extends ResultColumn {
  readonly type: string
}

/**
 * What PostgreSQL states of a statement. It names the types of a prepared statement. What a column comes from is in the
 * tree of the analysed statement, which it keeps of a function whose body is the statement.
 */
export async function describe(client: Client, catalog: Catalog, { text }: Statement): Promise<Described> {
  await client.query('begin')
  try {
    await client.query(`prepare described as ${text}`)
    const { rows } = await client.query<{ values: string[]; results: string[] }>(
      `select parameter_types::text[] as values, coalesce(result_types, '{}')::text[] as results
      from pg_prepared_statements where name = 'described'`,
    )
    const [types = { values: [], results: [] }] = rows
    await client.query('deallocate described')
    const columns = resultColumns(await treeOf(client, text, types.values), catalog)
    if (columns.length !== types.results.length) throw new Error('the tree has other columns than the result')
    return {
      values: types.values,
      columns: columns.map((column, index) => ({ ...column, type: types.results[index] ?? '' })),
    }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

async function treeOf(client: Client, text: string, types: readonly string[]): Promise<TreeNode> {
  await client.query(
    `create function described(${types.join(', ')}) returns void language sql begin atomic ${text}; end`,
  )
  const { rows } = await client.query<{ tree: string }>(
    `select prosqlbody::text as tree from pg_proc where proname = 'described'`,
  )
  const tree = queryIn(parseTree(rows[0]?.tree ?? ''))
  if (tree === null) throw new Error('the statement has no tree')
  return tree
}

/** The query in the lists around it. */
function queryIn(value: TreeValue): TreeNode | null {
  if (isNode(value)) return value
  return Array.isArray(value) ? queryIn(value.at(-1) ?? null) : null
}
