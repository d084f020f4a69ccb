import { readApprovalPolicy } from '../../../db/runs/approvals/policy.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { ApprovalPolicy } from '../../schemas/approval.ts'

/** What a workspace approves before it happens (decisions, "Approvals"). */
export const getApprovalPolicy = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getApprovalPolicy',
    method: 'GET',
    path: '/v1/approval-policy',
    summary: 'Retrieve the approval policy',
    description: 'Returns which runs of API keys and connected apps wait for an approval.',
    tags: ['Approvals'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The policy. Both environments share it.', schema: ApprovalPolicy } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, await readApprovalPolicy(deps.db, principal.workspaceId))
    },
  })
