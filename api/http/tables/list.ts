import type { Database } from '../../../db/database.ts'
import { readTablesFeature } from '../../../db/tables/features.ts'
import { listTables } from '../../../db/tables/list-tables.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { TableList } from '../../schemas/tables.ts'
import { presentSummary } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** The tables of every plan but the largest fit into one page. Each table costs a count of its rows. */
const LIMIT_DEFAULT = 200
const LIMIT_MAX = 500

/** Spec 4.7: the tables of the environment with their rows by status, and the quota of the workspace. */
export const listTablesRoute = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listTables',
    method: 'GET',
    path: '/v1/tables',
    summary: 'List tables',
    description: 'The quota counts the tables and rows of both environments together.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal }) => ['tables', principal.workspaceId, principal.environment],
    },
    responses: { 200: { description: 'A page of tables, by name.', schema: TableList } },
    errors: ['forbidden'],
    async handler({ principal, page, reply }) {
      const found = await listTables(deps.db, principal, { after: page.after(), limit: page.readLimit })
      const { usage, limits } = await readTablesFeature(deps.db, principal.workspaceId)
      return reply(200, {
        ...page.of(found, { present: presentSummary, positionOf: ({ name }) => name }),
        quota: { tables: { used: usage.tables, limit: limits.tables }, rows: { used: usage.rows, limit: limits.rows } },
      })
    },
  })
