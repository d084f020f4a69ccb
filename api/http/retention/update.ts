import type { Database } from '../../../db/database.ts'
import { writePayloadDays } from '../../../db/runs/payloads.ts'
import { defineRoute } from '../../route/route.ts'
import { Retention } from '../../schemas/retention.ts'

/** Sets for how long the payloads of runs are kept; earlier runs count too (decisions, "Payloads of runs"). */
export const updateRetention = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateRetention',
    method: 'PUT',
    path: '/v1/retention',
    summary: 'Update the retention',
    description:
      'Earlier runs count too: what is older than the new number of days is deleted within about an hour, and cannot be restored. Both environments share the setting.',
    tags: ['Retention'],
    spec: '4.13',
    access: 'owner',
    body: Retention,
    bodyExamples: { shorter: { summary: 'A month', value: { payload_days: 30 } } },
    responses: { 200: { description: 'The updated setting.', schema: Retention } },
    errors: [],
    async handler({ body, principal, reply }) {
      await writePayloadDays(deps.db, principal.workspaceId, body.payload_days)
      return reply(200, { payload_days: body.payload_days })
    },
  })
