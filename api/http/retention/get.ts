import type { Database } from '../../../db/database.ts'
import { readPayloadDays } from '../../../db/runs/payloads.ts'
import { defineRoute } from '../../route/route.ts'
import { Retention } from '../../schemas/retention.ts'

/** For how long the payloads of runs are kept (decisions, "Payloads of runs"). */
export const getRetention = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getRetention',
    method: 'GET',
    path: '/v1/retention',
    summary: 'Retrieve the retention',
    description: 'Returns for how many days the payloads of runs are kept.',
    tags: ['Retention'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The setting. Both environments share it.', schema: Retention } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, { payload_days: await readPayloadDays(deps.db, principal.workspaceId) })
    },
  })
