import type { Database } from '../../../db/database.ts'
import { readRepeatWindow } from '../../../db/outreach/outbound/repeat-window.ts'
import { defineRoute } from '../../route/route.ts'
import { OutboundGuard } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'
import { presentOutboundGuard } from './present.ts'

/** Spec 4.8: the repeat guard's window. */
export const getOutboundGuard = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getOutboundGuard',
    method: 'GET',
    path: '/v1/outbound-guard',
    summary: 'Retrieve the outbound guard',
    description: 'Returns the number of days in which a repeated first message to the same person is refused.',
    tags: ['Suppressions'],
    spec: '4.8',
    access: 'read',
    allow: requireTables(deps.db),
    responses: { 200: { description: 'The window. Both environments share it.', schema: OutboundGuard } },
    errors: ['forbidden'],
    async handler({ principal, reply }) {
      return reply(200, presentOutboundGuard(await readRepeatWindow(deps.db, principal.workspaceId)))
    },
  })
