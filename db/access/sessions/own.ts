import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { LIVE } from './queries.ts'

/** A session as its person sees it. */
export interface OwnSession {
  readonly id: string
  /** null: the client sent none. */
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const LIST_OWN_SESSIONS = statement<{ userId: string }, OwnSession>({
  name: 'list_own_sessions',
  effect: false,
  text: `select id, user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt" from session
    where user_id = :userId and ${LIVE} order by id desc`,
})

/** A person's sessions in force, newest first; a person has few (`SESSIONS_PER_USER_MAX`). */
export const listOwnSessions = (db: Database, userId: string): Promise<OwnSession[]> =>
  db.query(LIST_OWN_SESSIONS, { userId })

export const END_OWN_SESSION = statement<{ userId: string; id: string }, { id: string }>({
  name: 'end_own_session',
  effect: true,
  text: `update session set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = :id and user_id = :userId returning id`,
})

/** Ends one session of a person; false: the person has no such session. */
export async function endOwnSession(db: Database, owned: { readonly userId: string; readonly id: string }) {
  return (await db.query(END_OWN_SESSION, owned)).length === 1
}

const END_OTHERS = `update session set revoked_at = clock_timestamp()
    where user_id = :userId and id is distinct from :exceptId and ${LIVE} returning id`

export const END_OTHER_SESSIONS = statement<{ userId: string; exceptId: string | null }, { id: string }>({
  name: 'end_other_sessions',
  effect: true,
  text: END_OTHERS,
})
/** The same as a part of a new password. */
export const END_SESSIONS_OF_OLD_PASSWORD = statement<{ userId: string; exceptId: string | null }, { id: string }>({
  name: 'end_sessions_of_old_password',
  effect: 'within',
  text: END_OTHERS,
})

/** Ends every session of a person but one, and returns how many. */
export async function endOtherSessions(
  db: Database,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<number> {
  return (await db.query(END_OTHER_SESSIONS, { userId, exceptId: sessionId })).length
}
