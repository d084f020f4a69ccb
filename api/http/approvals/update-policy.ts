import { writeApprovalPolicy } from '../../../db/approvals/policy.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { ApprovalPolicy } from '../../schemas/approval.ts'

/** Only people decide what agents need an approval for (decisions, "Approvals"). */
export const updateApprovalPolicy = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateApprovalPolicy',
    method: 'PUT',
    path: '/v1/approval-policy',
    summary: 'Update the approval policy',
    description:
      'Runs of API keys and connected apps that the policy names wait as `awaiting_approval`, with nothing held, until a person or an approver key decides. Runs that a person starts are not concerned. It takes effect for runs that are not reserved yet.',
    tags: ['Approvals'],
    spec: '4.13',
    access: 'session',
    body: ApprovalPolicy,
    bodyExamples: {
      cautious: {
        summary: 'Expensive runs, first messages and raw calls that change something',
        value: { runs_above: '5.00', sends: 'new_people', raw_writes: true },
      },
    },
    responses: { 200: { description: 'The updated policy.', schema: ApprovalPolicy } },
    errors: [],
    async handler({ body, principal, reply }) {
      await writeApprovalPolicy(deps.db, principal.workspaceId, body)
      return reply(200, body)
    },
  })
