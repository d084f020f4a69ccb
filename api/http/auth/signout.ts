import type { Database } from '../../../db/database.ts'
import { revokeSession } from '../../../db/access/sessions/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { SignedOut } from '../../schemas/auth.ts'

/** Sessions are read without a cache (docs/architecture/access.md), so the session ends at once on every replica. */
export const signOut = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'signOut',
    method: 'POST',
    path: '/v1/auth/signout',
    summary: 'Sign out',
    description: 'The session ends at once. Runs in progress continue.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    responses: { 200: { description: 'The session has ended.', schema: SignedOut } },
    errors: [],
    async handler({ principal, log, reply }) {
      await revokeSession(db, principal)
      log.info({ user_id: principal.userId }, 'user_signed_out')
      return reply(200, { signed_out: true })
    },
  })
