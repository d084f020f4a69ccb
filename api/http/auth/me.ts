import type { Database } from '../../../db/database.ts'
import { readWhose } from '../../../db/access/users/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { presentAllow } from '../api-keys/present.ts'
import { presentBudget } from '../budgets/present.ts'
import { WhoAmI } from '../../schemas/auth.ts'

/** Decisions, "sign-in": the principal of this request's credential. */
export const whoAmI = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'whoAmI',
    method: 'GET',
    path: '/v1/auth/me',
    summary: 'Inspect the current credential',
    description:
      'Returns the workspace, the environment and the kind of the credential, and what it may spend and do. Use it to check a credential.',
    tags: ['Authentication'],
    spec: '5.8',
    access: 'read',
    responses: { 200: { description: 'The workspace, the environment and the kind of credential.', schema: WhoAmI } },
    errors: [],
    async handler({ principal, reply }) {
      const session = principal.kind === 'session' ? principal : null
      const { workspace, email, isEmailVerified, expiresAt, budget } = await readWhose(db, {
        workspaceId: principal.workspaceId,
        sessionId: session?.sessionId ?? null,
        holderId: principal.kind === 'app' ? principal.appId : principal.apiKeyId,
      })
      return reply(200, {
        workspace: { id: principal.workspaceId, name: workspace },
        environment: principal.environment,
        credential: principal.kind,
        user:
          session === null || email === null ? null : { id: session.userId, email, email_verified: isEmailVerified },
        role: session?.role ?? null,
        expires_at: expiresAt?.toISOString() ?? null,
        api_key_id: principal.apiKeyId,
        budget: presentBudget(budget),
        allow: principal.kind === 'key' && principal.limits !== null ? presentAllow(principal.limits) : null,
        approver: principal.kind === 'key' ? principal.approver : null,
        scopes: principal.kind === 'app' ? [...principal.scopes] : null,
      })
    },
  })
