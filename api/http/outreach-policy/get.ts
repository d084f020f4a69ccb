import type { Database } from '../../../db/database.ts'
import { readOutreachPolicy } from '../../../db/outreach/law/settings.ts'
import { defineRoute } from '../../route/route.ts'
import { OutreachPolicy } from '../../schemas/law.ts'
import { presentOutreachPolicy } from './present.ts'

/** What a workspace requires of its messages (decisions, "Law by construction"). */
export const getOutreachPolicy = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getOutreachPolicy',
    method: 'GET',
    path: '/v1/outreach-policy',
    summary: 'Retrieve the outreach policy',
    description: 'Returns what the workspace requires of its messages, and what the service adds to them.',
    tags: ['Law'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The policy. Both environments share it.', schema: OutreachPolicy } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentOutreachPolicy(await readOutreachPolicy(deps.db, principal.workspaceId)))
    },
  })
