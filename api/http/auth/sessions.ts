import type { Database } from '../../../db/database.ts'
import { endOtherSessions as endOthers, endOwnSession, listOwnSessions } from '../../../db/access/sessions/own.ts'
import { Problem } from '../../errors/problem.ts'
import { type Route, defineRoute } from '../../route/route.ts'
import { OtherSessionsEnded, SessionEnded, SessionList, SessionParams } from '../../schemas/auth.ts'

interface Deps {
  readonly db: Database
}

/** A person's own sessions (decisions, "session"). */
export const sessionRoutes = (deps: Deps): Route[] => [listSessions(deps), endSession(deps), endOtherSessions(deps)]

const listSessions = ({ db }: Deps) =>
  defineRoute({
    operationId: 'listSessions',
    method: 'GET',
    path: '/v1/auth/sessions',
    summary: 'List your sessions',
    description: 'The sessions in which the person of this session is signed in, on every device.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    responses: { 200: { description: 'The sessions in force.', schema: SessionList } },
    errors: [],
    async handler({ principal, reply }) {
      const sessions = await listOwnSessions(db, principal.userId)
      return reply(200, {
        items: sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
          id,
          current: id === principal.sessionId,
          user_agent: userAgent,
          created_at: createdAt.toISOString(),
          expires_at: expiresAt.toISOString(),
        })),
      })
    },
  })

const endSession = ({ db }: Deps) =>
  defineRoute({
    operationId: 'endSession',
    method: 'DELETE',
    path: '/v1/auth/sessions/{session_id}',
    summary: 'End a session',
    description:
      'Signs one of your sessions out, with its next request and on every server. A repeated call has the same response.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    params: SessionParams,
    responses: { 200: { description: 'The session has ended.', schema: SessionEnded } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const id = params.session_id
      if (!(await endOwnSession(db, { userId: principal.userId, id })))
        throw new Problem('not_found', 'You have no such session.', { param: '/session_id' })
      log.info({ user_id: principal.userId, session_id: id }, 'session_ended')
      return reply(200, { id, ended: true })
    },
  })

const endOtherSessions = ({ db }: Deps) =>
  defineRoute({
    operationId: 'endOtherSessions',
    method: 'POST',
    path: '/v1/auth/signout/others',
    summary: 'Sign out everywhere else',
    description: 'Ends all sessions of the person of this session except this one, on every device.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    responses: { 200: { description: 'The other sessions have ended.', schema: OtherSessionsEnded } },
    errors: [],
    async handler({ principal, log, reply }) {
      const ended = await endOthers(db, principal)
      log.info({ user_id: principal.userId, ended_sessions: ended }, 'other_sessions_ended')
      return reply(200, { ended_sessions: ended })
    },
  })
