import { accountEmail } from '../../../domain/accounts/email.ts'
import { LINK_HOURS, linkOf } from '../../../domain/accounts/mails.ts'
import { signUpAgent as create } from '../../../usecases/access/sign-up-agent.ts'
import type { Database } from '../../../db/database.ts'
import type { AccountMails } from '../../auth/account-mails.ts'
import { AGENT_SIGN_UP_QUOTAS } from '../../auth/sign-in-limits.ts'
import { defineRoute } from '../../route/route.ts'
import { AgentSignedUp, AgentSignUpRequest } from '../../schemas/agent-sign-up.ts'
import { OWN_WORKSPACE_CREDIT } from '../auth/signup.ts'

export interface AgentSignUpDeps {
  readonly db: Database
  readonly mails: AccountMails
  readonly publicUrl: () => string
  readonly nowMs: () => number
}

const HOUR_MS = 3_600_000

/** Decisions, "Agents that arrive by themselves". */
export const signUpAgent = ({ db, mails, publicUrl, nowMs }: AgentSignUpDeps) =>
  defineRoute({
    operationId: 'signUpAgent',
    method: 'POST',
    path: '/v1/agents/signup',
    summary: 'Sign up as an agent',
    description:
      'For an agent without a person: creates a workspace in quarantine with `1000.00` in its sandbox wallet, and a sandbox key. Until a person claims it at `claim_url`, nothing there is live, and the key decides over nothing of the workspace. With `owner_email` the link is mailed to that person, at most three times a day, and only they can claim the workspace, once their address is confirmed. Each client address can sign up 5 agents a minute and 20 an hour.',
    tags: ['Agents'],
    spec: '5.8',
    access: 'public',
    quotas: AGENT_SIGN_UP_QUOTAS,
    body: AgentSignUpRequest,
    bodyExamples: {
      agent: { summary: 'An agent without a person', value: { name: 'Research agent' } },
      owned: {
        summary: 'An agent that knows its person',
        value: { name: 'Research agent', owner_email: 'ada@example.com' },
      },
    },
    responses: {
      201: { description: 'The workspace, its sandbox key and the link for a person.', schema: AgentSignedUp },
    },
    errors: [],
    async handler({ body, log, reply }) {
      const name = body.name.trim()
      const link = mails.draftLink()
      const expiresAt = new Date(nowMs() + LINK_HOURS.claim * HOUR_MS)
      const made = await create(db, {
        name,
        credit: OWN_WORKSPACE_CREDIT,
        link,
        ownerEmail: body.owner_email === undefined ? null : accountEmail(body.owner_email),
        isMailed: mails.draftIfPossible() !== null,
        expiresAt,
      })
      if (made.isMailStored) mails.stored(log, 'claim', link)
      log.info({ workspace_id: made.workspaceId }, 'agent_signed_up')
      return reply(201, {
        workspace: { id: made.workspaceId, name },
        test_key: made.testKey,
        claim_url: linkOf(publicUrl(), 'claim', link.token),
        claim_expires_at: expiresAt.toISOString(),
      })
    },
  })
