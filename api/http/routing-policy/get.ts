import { readRoutingPolicy } from '../../../db/catalog/routing-policy/policy.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { RoutingPolicy } from '../../schemas/routing-rules.ts'
import { presentPolicy } from './present.ts'

/** Which providers may serve a workspace (decisions, "routing policy"). */
export const getRoutingPolicy = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getRoutingPolicy',
    method: 'GET',
    path: '/v1/routing-policy',
    summary: 'Retrieve the routing policy',
    description: 'Returns which providers may serve the runs of the workspace, and in which order, by capability.',
    tags: ['Runs'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The policy. Both environments share it.', schema: RoutingPolicy } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentPolicy(await readRoutingPolicy(deps.db, principal.workspaceId)))
    },
  })
