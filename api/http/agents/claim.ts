import { CLAIM_REFUSALS } from '../../../domain/accounts/claims.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { findOpenClaim } from '../../../db/access/agents/claim.ts'
import { claimWorkspace } from '../../../usecases/access/claim-workspace.ts'
import type { Database } from '../../../db/database.ts'
import { refuseLink } from '../../auth/account-mails.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AgentClaimed, AgentClaimRequest } from '../../schemas/agent-sign-up.ts'

/** Decisions, "Agents that arrive by themselves": only a person ends a quarantine. */
export const claimAgent = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'claimAgent',
    method: 'POST',
    path: '/v1/agents/claim',
    summary: 'Claim the workspace of an agent',
    description:
      'Makes the person of this session the owner of a workspace that an agent made, by the token in its link, and ends its quarantine. `budget` is what the live key of the agent may spend; the agent takes that key itself. The session stays in its workspace.',
    tags: ['Agents'],
    spec: '5.3',
    access: 'self',
    body: AgentClaimRequest,
    bodyExamples: {
      monthly: {
        summary: 'Twenty dollars a month',
        value: { token: 'svc_mail_…', budget: { amount: '20.00', period: 'month' } },
      },
    },
    responses: { 200: { description: 'The workspace and the budget of its agent.', schema: AgentClaimed } },
    errors: ['forbidden'],
    async handler({ body, principal: { userId }, log, reply }) {
      const { token, budget } = body
      const open = await findOpenClaim(db, token, userId)
      if (open === null) return refuseLink()
      if (open.isFor !== 'you') throw new Problem('forbidden', CLAIM_REFUSALS[open.isFor], { param: '/token' })
      const { amount, period } = budget
      const claimed = await claimWorkspace(db, { token, userId, budget: { amount: parseUsd(amount), period } })
      if (claimed === null) return refuseLink()
      log.info({ claimed_workspace_id: claimed.workspaceId, user_id: userId }, 'agent_claimed')
      return reply(200, {
        workspace: { id: claimed.workspaceId, name: open.name },
        budget,
        claimed_at: claimed.claimedAt.toISOString(),
      })
    },
  })
