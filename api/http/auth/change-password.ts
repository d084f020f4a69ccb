import { changePassword as change } from '../../../usecases/access/change-password.ts'
import { readWhose } from '../../../db/access/users/queries.ts'
import type { SessionPrincipal } from '../../../domain/access/principal.ts'
import { type PasswordVerifier, verifyPassword } from '../../auth/verify-password.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { PasswordChanged, PasswordChangeRequest } from '../../schemas/auth.ts'

/** Decisions, "sign-in": the current one is verified as in a sign-in, under the same limits. */
export const changePassword = (deps: PasswordVerifier) =>
  defineRoute({
    operationId: 'changePassword',
    method: 'POST',
    path: '/v1/auth/password',
    summary: 'Change the password',
    description:
      'Changes the password of the person of this session. All their other sessions end at once; this one stays valid. A wrong current password counts as a failed sign-in.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    body: PasswordChangeRequest,
    bodyExamples: {
      person: {
        summary: 'The current password and a new one',
        value: { current_password: 'correct horse battery staple', password: 'a longer phrase of ordinary words' },
      },
    },
    responses: { 200: { description: 'The password is changed.', schema: PasswordChanged } },
    errors: ['conflict', 'unavailable'],
    async handler({ body, principal, clientAddress, log, reply }) {
      const from = await currentHash(deps, principal, { password: body.current_password, clientAddress })
      const to = await deps.passwords.hash(body.password)
      const ended = await change(deps.db, { ...principal, from, to })
      if (ended === null) throw new Problem('conflict', 'The password was changed a moment ago. Sign in again.')
      log.info({ user_id: principal.userId, ended_sessions: ended }, 'password_changed')
      return reply(200, { changed: true, ended_sessions: ended })
    },
  })

async function currentHash(
  deps: PasswordVerifier,
  { workspaceId, sessionId }: SessionPrincipal,
  typed: { readonly password: string; readonly clientAddress: string },
): Promise<string> {
  const { email } = await readWhose(deps.db, { workspaceId, sessionId, holderId: null })
  const user = email === null ? null : await verifyPassword(deps, { email, ...typed, deviceToken: undefined })
  if (user === null)
    throw new Problem('invalid_request', 'The current password is wrong.', { param: '/current_password' })
  return user.passwordHash
}
