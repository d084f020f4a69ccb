import { invalidRequest } from '../../validation/check.ts'
import { defineTool, READS } from '../tool.ts'

/** The arguments that the list of tables takes too. */
const PAGE: ReadonlySet<string> = new Set(['limit', 'cursor'])

/** Spec 4.11 over MCP: the tables, one of them, its rows, or the suppression list. */
export const tablesTool = defineTool({
  name: 'tables',
  title: 'Read tables, rows and suppressions',
  description:
    'Reads tables, rows and suppressions. Without arguments: the tables (`limit`, `cursor`). `table`: its columns, rows by status and latest rows. `table` with any filter (`status`, `due`, `where`, `fields`, `order`, `limit`, `cursor`): its rows. `suppressions: true` (with `kind`, `reason`, `limit`, `cursor`): the suppression list. Free.',
  budgeted: true,
  untrusted: ['items', 'latest'],
  annotations: READS,
  ofTables: true,
  operations: {
    listTables: {},
    getTable: { path: { table: 'name' } },
    queryRows: { path: { table: 'name' } },
    listSuppressions: {},
  },
  own: {
    properties: {
      suppressions: { type: 'boolean', description: 'true returns the suppression list instead of tables.' },
    },
    required: [],
  },
  selects: { listSuppressions: { suppressions: true } },
  choose({ suppressions, ...args }) {
    if (suppressions !== undefined && typeof suppressions !== 'boolean')
      throw invalidRequest([{ path: '/suppressions', message: 'must be true or false' }])
    if (suppressions === true) return { operation: 'listSuppressions', args }
    const { table, ...filter } = args
    if (table !== undefined) return { operation: Object.keys(filter).length > 0 ? 'queryRows' : 'getTable', args }
    if (Object.keys(filter).some((name) => !PAGE.has(name)))
      throw invalidRequest([{ path: '/table', message: 'is required with a filter of rows' }])
    return { operation: 'listTables', args }
  },
})
