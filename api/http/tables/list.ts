import type { Database } from '../../../db/database.ts'
import { readTablesFeature } from '../../../db/tables/features.ts'
import { listTables } from '../../../db/tables/list-tables.ts'
import { defineRoute } from '../../route/route.ts'
import { TableList } from '../../schemas/tables.ts'
import { presentSummary } from './present-table.ts'
import { requireTables } from './require-tables.ts'

/** Spec 4.7: every table of the environment with its rows by status, and the quota of the workspace. */
export const listTablesRoute = (deps: { db: Database }) =>
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
    responses: { 200: { description: 'All tables, by name.', schema: TableList } },
    errors: ['forbidden'],
    async handler({ principal, reply }) {
      const tables = await listTables(deps.db, principal)
      const { usage, limits } = await readTablesFeature(deps.db, principal.workspaceId)
      return reply(200, {
        items: tables.map(presentSummary),
        quota: { tables: { used: usage.tables, limit: limits.tables }, rows: { used: usage.rows, limit: limits.rows } },
      })
    },
  })
