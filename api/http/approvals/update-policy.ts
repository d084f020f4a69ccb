import { writeApprovalPolicy } from '../../../db/runs/approvals/policy.ts'
import { NOTHING_TO_APPROVE } from '../../../domain/approvals/policy.ts'
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
      'Runs and jobs of API keys and connected apps that the policy names wait as `awaiting_approval`, with nothing held, until a person or an approver key decides. What a person starts is not concerned. It takes effect for runs that are not reserved yet, and for new jobs.',
    tags: ['Approvals'],
    spec: '4.13',
    access: 'session',
    body: ApprovalPolicy,
    bodyExamples: {
      cautious: {
        summary: 'Expensive runs and jobs, first messages and raw calls that change something',
        value: { runs_above: '5.00', sends: 'new_people', raw_writes: true, jobs_above: '50.00' },
      },
    },
    responses: { 200: { description: 'The updated policy.', schema: ApprovalPolicy } },
    errors: [],
    async handler({ body, principal, reply }) {
      const policy = { ...NOTHING_TO_APPROVE, ...body }
      await writeApprovalPolicy(deps.db, principal.workspaceId, policy)
      return reply(200, policy)
    },
  })
