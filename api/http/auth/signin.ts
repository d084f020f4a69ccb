import { accountEmail } from '../../../domain/accounts/email.ts'
import { isSessionToken } from '../../../domain/keys/session-token.ts'
import type { Database } from '../../../db/database.ts'
import { purgeSessions, signIn as open } from '../../../db/sessions/queries.ts'
import { findUser, type SigningIn } from '../../../db/users/queries.ts'
import { bearerToken } from '../../middleware/authenticate.ts'
import type { Passwords } from '../../passwords.ts'
import { Problem } from '../../problem.ts'
import { defineRoute } from '../../route.ts'
import { SignedIn, SignInRequest } from '../../schemas/auth.ts'
import type { SignInLimits } from '../../sign-in-limits.ts'

export interface SignInDeps {
  readonly db: Database
  readonly passwords: Passwords
  readonly limits: SignInLimits
}

/** Decisions, "sign-in": the answer and the work tell nothing about which addresses exist. */
export const signIn = (deps: SignInDeps) => defineRoute({
  operationId: 'signIn',
  method: 'POST',
  path: '/v1/auth/signin',
  summary: 'Sign in',
  description: 'Opens a session of 12 hours. A session of the same person that is sent along as `Authorization` ends: the new one replaces it. A person has 20 sessions at most, the oldest end first. After five failures within a minute, for a client address or for an account, nothing more is tried.',
  tags: ['Authentication'],
  spec: '5.3',
  access: 'public',
  body: SignInRequest,
  bodyExamples: { person: { summary: 'Address and password', value: { email: 'ada@example.com', password: 'correct horse battery staple' } } },
  responses: { 200: { description: 'A fresh session.', schema: SignedIn } },
  errors: ['unauthorized', 'unavailable'],
  async handler({ body, clientAddress, requestHeader, log, reply }) {
    const email = accountEmail(body.email)
    const counted = await deps.limits.countSignIn(clientAddress, email)
    let failed = false
    try {
      const user = await proven(deps, email, body.password)
      failed = user === null
      if (user === null) {
        throw new Problem('unauthorized', 'The address or the password is wrong.', { headers: { 'WWW-Authenticate': 'Bearer' } })
      }
      const presented = bearerToken(requestHeader('Authorization') ?? '')
      const session = await open(deps.db, {
        ...user,
        presented: presented !== undefined && isSessionToken(presented) ? presented : null,
        rehashed: deps.passwords.isOutdated(user.passwordHash) ? { from: user.passwordHash, to: await deps.passwords.hash(body.password) } : null,
      })
      await purgeSessions(deps.db)
      log.info({ workspace_id: user.workspaceId, user_id: user.userId }, 'somebody signed in')
      return reply(200, {
        session_token: session.token, expires_at: session.expiresAt.toISOString(), workspace: { id: user.workspaceId, name: user.workspace },
      })
    } finally {
      if (!failed) await counted.giveBack()
    }
  },
})

/** Whose address and password these are. One verification, whether anybody has the address or not. */
async function proven({ db, passwords }: SignInDeps, email: string, password: string): Promise<SigningIn | null> {
  const user = await findUser(db, email)
  const right = await passwords.verify(user?.passwordHash ?? null, password)
  return right ? user : null
}
