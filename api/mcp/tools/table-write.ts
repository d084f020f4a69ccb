import { invalidRequest } from '../../validation/check.ts'
import { defineTool } from '../tool.ts'

/** Spec 4.11: the operation of each action. */
const ACTIONS = {
  upsert: 'writeRows',
  update: 'updateRows',
  delete: 'deleteRows',
  create: 'createTable',
  edit: 'editTable',
  drop: 'deleteTable',
  suppress: 'addSuppressions',
  unsuppress: 'removeSuppressions',
} as const

type Action = keyof typeof ACTIONS
const isAction = (text: unknown): text is Action => typeof text === 'string' && Object.hasOwn(ACTIONS, text)
const names = Object.keys(ACTIONS)

const OF_A_TABLE = { path: { table: 'name' } }

/** Spec 4.7, 4.8 over MCP. */
export const tableWriteTool = defineTool({
  name: 'table_write',
  title: 'Write tables, rows and suppressions',
  description:
    'Writes tables, rows and suppressions. Free. `action`: `upsert` writes `rows` into `table` and creates the table if needed (rows with a common identity are merged); `update` applies `set` to rows selected by `keys` or by a filter with `limit`, and with `if_status` claims them for one caller; `delete` deletes rows by `keys` or by a filter with `limit`; `create` and `edit` create and change a table (`name` renames it); `drop` permanently deletes `table` with all rows (`confirm: true`); `suppress` blocks messages to `subjects`, `unsuppress` allows them again (`forbidden` for a connected app).',
  budgeted: true,
  untrusted: ['items', 'conflicts', 'merged'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  ofTables: true,
  shared: { where: 'tables' },
  operations: {
    writeRows: OF_A_TABLE,
    updateRows: OF_A_TABLE,
    deleteRows: OF_A_TABLE,
    createTable: { body: { table: 'name' } },
    editTable: OF_A_TABLE,
    deleteTable: OF_A_TABLE,
    addSuppressions: {},
    removeSuppressions: {},
  },
  own: { properties: { action: { type: 'string', enum: names } }, required: ['action'] },
  selects: Object.fromEntries(Object.entries(ACTIONS).map(([action, operation]) => [operation, { action }])),
  choose({ action, ...args }) {
    if (!isAction(action))
      throw invalidRequest([
        { path: '/action', message: action === undefined ? 'is required' : `must be one of: ${names.join(', ')}` },
      ])
    const ofTable = action !== 'suppress' && action !== 'unsuppress'
    if (ofTable && args['table'] === undefined) throw invalidRequest([{ path: '/table', message: 'is required' }])
    return { operation: ACTIONS[action], args }
  },
})
