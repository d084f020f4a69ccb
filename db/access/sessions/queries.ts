import type { Role } from '../../../domain/access/roles.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { QUOTA_CLASS_SQL } from '../workspaces/quota-class.ts'
import { hashToken } from '../../hash-token.ts'

/** Decisions, "sign-in": a session lives 12 hours. */
const LIFETIME = `interval '12 hours'`
/** More than a person has browsers; the oldest sessions beyond this are revoked. */
const SESSIONS_PER_USER_MAX = 20
/** The condition of a session that is in force. */
export const LIVE = 'revoked_at is null and expires_at > clock_timestamp()'

export interface SessionOwner {
  readonly sessionId: string
  readonly userId: string
  readonly workspaceId: string
  readonly role: Role
  readonly inQuarantine: boolean
}

export const FIND_SESSION = statement<{ tokenHash: Buffer }, SessionOwner>({
  name: 'find_session',
  effect: false,
  text: `select s.id as "sessionId", s.user_id as "userId", s.workspace_id as "workspaceId", m.role,
      ${QUOTA_CLASS_SQL('w')} = 'quarantine' as "inQuarantine"
    from session s join member m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
      join workspace w on w.id = s.workspace_id
    where s.token_hash = :tokenHash and ${LIVE}`,
})

/** The owner of a session, or null when it is unknown, expired or signed out (Spec 5). */
export async function findSession(db: Database, token: string): Promise<SessionOwner | null> {
  const [owner] = await db.query(FIND_SESSION, { tokenHash: hashToken(token) })
  return owner ?? null
}

export const INSERT_SESSION = statement<
  { id: string; userId: string; workspaceId: string; tokenHash: Buffer; userAgent: string | null },
  { expiresAt: Date }
>({
  name: 'insert_session',
  effect: 'within',
  text: `insert into session (id, user_id, workspace_id, token_hash, user_agent, expires_at)
    values (:id, :userId, :workspaceId, :tokenHash, :userAgent, clock_timestamp() + ${LIFETIME})
    returning expires_at as "expiresAt"`,
})

/** Two simultaneous sign-ins wait here for each other, so that each counts the other's session. */
export const LOCK_USER = statement<{ userId: string }>({
  name: 'lock_user',
  effect: 'within',
  text: 'select id from app_user where id = :userId for no key update',
})

/** The parameters of the hash have changed since it was made. A hash that was replaced in the meantime stays. */
export const REPLACE_PASSWORD_HASH = statement<{ userId: string; fromHash: string; toHash: string }>({
  name: 'replace_password_hash',
  effect: 'within',
  text: 'update app_user set password_hash = :toHash where id = :userId and password_hash = :fromHash',
})

export const REVOKE_PRESENTED = statement<{ tokenHash: Buffer; userId: string }>({
  name: 'revoke_presented_session',
  effect: 'within',
  text: `update session set revoked_at = clock_timestamp() where token_hash = :tokenHash and user_id = :userId
    and revoked_at is null`,
})

export const REVOKE_OLDEST = statement<{ userId: string }>({
  name: 'revoke_oldest_sessions',
  effect: 'within',
  text: `update session set revoked_at = clock_timestamp() where id in (
      select id from session where user_id = :userId and ${LIVE} order by id desc offset ${SESSIONS_PER_USER_MAX})`,
})

export const REVOKE_SESSION = statement<{ sessionId: string; workspaceId: string }>({
  name: 'revoke_session',
  effect: true,
  text: `update session set revoked_at = clock_timestamp() where id = :sessionId and workspace_id = :workspaceId
    and revoked_at is null`,
})

/** Sign-out: the next request with its token fails. */
export const revokeSession = (
  db: Database,
  { sessionId, workspaceId }: Pick<SessionOwner, 'sessionId' | 'workspaceId'>,
): Promise<object[]> => db.query(REVOKE_SESSION, { sessionId, workspaceId })

const PURGED_AT_ONCE = 100

export const PURGE_SESSIONS = statement({
  name: 'purge_sessions',
  effect: true,
  text: `delete from session where id in (
      select id from session where expires_at < now() order by expires_at limit ${PURGED_AT_ONCE}
        for update skip locked)`,
})

/** Deletes some expired sessions: each new session deletes more than it adds. */
export const purgeSessions = (db: Database): Promise<object[]> => db.query(PURGE_SESSIONS, {})
