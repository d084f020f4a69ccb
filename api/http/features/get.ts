import type { Database } from '../../../db/database.ts'
import { readTablesFeature } from '../../../db/tables/features.ts'
import { defineRoute } from '../../route/route.ts'
import { Features } from '../../schemas/features.ts'
import { presentFeatures } from './present.ts'

/** Spec 4.7: what the workspace has turned on, for both environments. */
export const getFeatures = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getFeatures',
    method: 'GET',
    path: '/v1/features',
    summary: 'Read features',
    description: 'Returns the enabled features, their usage, and the limits of the plan.',
    tags: ['Features'],
    spec: '4.7',
    access: 'read',
    responses: { 200: { description: 'The features.', schema: Features } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentFeatures(await readTablesFeature(deps.db, principal.workspaceId)))
    },
  })
