import type { Database } from '../../../db/database.ts'
import { readSenderProfile } from '../../../db/outreach/law/settings.ts'
import { defineRoute } from '../../route/route.ts'
import { SenderProfile } from '../../schemas/law.ts'
import { presentProfile } from './present.ts'

/** Who a workspace is when it writes to people (decisions, "Law by construction"). */
export const getSenderProfile = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getSenderProfile',
    method: 'GET',
    path: '/v1/sender-profile',
    summary: 'Retrieve the sender profile',
    description: 'Returns who the workspace is when it writes to people. Members that were not set are null.',
    tags: ['Law'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The profile. Both environments share it.', schema: SenderProfile } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentProfile(await readSenderProfile(deps.db, principal.workspaceId)))
    },
  })
