import type { Database } from '../../../db/database.ts'
import { writeRepeatWindow } from '../../../db/outreach/outbound/repeat-window.ts'
import { defineRoute } from '../../route/route.ts'
import { OutboundGuard, OutboundGuardUpdate } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'
import { presentOutboundGuard } from './present.ts'

/** Spec 4.8: sets the window; from now on it applies to all sends, also against earlier messages. */
export const updateOutboundGuard = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateOutboundGuard',
    method: 'POST',
    path: '/v1/outbound-guard',
    summary: 'Update the outbound guard',
    description: '0 days disables the guard. Both environments share the setting.',
    tags: ['Suppressions'],
    spec: '4.8',
    access: 'owner',
    allow: requireTables(deps.db),
    body: OutboundGuardUpdate,
    bodyExamples: {
      longer: { summary: 'Two months', value: { repeat_touch_days: 60 } },
      off: { summary: 'Off', value: { repeat_touch_days: 0 } },
    },
    responses: { 200: { description: 'The updated guard.', schema: OutboundGuard } },
    errors: ['forbidden'],
    async handler({ body, principal, reply }) {
      await writeRepeatWindow(deps.db, principal.workspaceId, body.repeat_touch_days)
      return reply(200, presentOutboundGuard(body.repeat_touch_days))
    },
  })
