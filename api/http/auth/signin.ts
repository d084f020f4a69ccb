import { isSessionToken } from '../../../domain/keys/session-token.ts'
import { purgeSessions } from '../../../db/access/sessions/queries.ts'
import { signIn as open } from '../../../usecases/access/sign-in.ts'
import { bearerToken } from '../../middleware/authenticate.ts'
import { Problem } from '../../errors/problem.ts'
import { type PasswordVerifier, verifyPassword } from '../../auth/verify-password.ts'
import { defineRoute } from '../../route/route.ts'
import { SIGN_IN_QUOTAS } from '../../auth/sign-in-limits.ts'
import { SignedIn, SignInRequest } from '../../schemas/auth.ts'
import { presentSession } from './present.ts'

/** Decisions, "sign-in": neither the answer nor the work reveals which addresses exist. */
export const signIn = (deps: PasswordVerifier) =>
  defineRoute({
    operationId: 'signIn',
    method: 'POST',
    path: '/v1/auth/signin',
    summary: 'Sign in',
    description:
      'Opens a session for 12 hours. If `Authorization` contains a session of the same person, the new session replaces it. A person has at most 20 sessions; a further one ends the oldest. After five failures in a minute, for a client address or an account, further attempts are refused. A device that sends the `device_token` of its last sign-in or sign-up has a separate limit instead of that of the account. Each client address can sign in 60 times a minute.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: SignInRequest,
    bodyExamples: {
      person: {
        summary: 'Address and password',
        value: { email: 'ada@example.com', password: 'correct horse battery staple' },
      },
    },
    responses: { 200: { description: 'A new session.', schema: SignedIn } },
    errors: ['unauthorized', 'unavailable'],
    async handler({ body, clientAddress, requestHeader, log, reply }) {
      const user = await verifyPassword(deps, {
        email: body.email,
        password: body.password,
        clientAddress,
        deviceToken: body.device_token,
      })
      if (user === null) {
        throw new Problem('unauthorized', 'The email address or the password is wrong.', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        })
      }
      const presented = bearerToken(requestHeader('Authorization') ?? '')
      const session = await open(deps.db, {
        ...user,
        userAgent: requestHeader('User-Agent') ?? null,
        presented: presented !== undefined && isSessionToken(presented) ? presented : null,
        rehashed: deps.passwords.isOutdated(user.passwordHash)
          ? { from: user.passwordHash, to: await deps.passwords.hash(body.password) }
          : null,
      })
      await purgeSessions(deps.db)
      log.info({ workspace_id: user.workspaceId, user_id: user.userId }, 'user_signed_in')
      return reply(200, {
        ...presentSession(session, { id: user.workspaceId, name: user.workspace }),
        device_token: deps.devices.issue(body.email, body.device_token),
      })
    },
  })
