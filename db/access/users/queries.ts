import { BUDGET_AS_JSON, type StoredBudget } from '../../money/budgets/read.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'

export interface SigningIn {
  readonly userId: string
  readonly workspaceId: string
  readonly workspace: string
  readonly passwordHash: string
}

export const FIND_USER = statement<{ email: string }, SigningIn>({
  name: 'find_user',
  effect: false,
  text: `select u.id as "userId", u.workspace_id as "workspaceId", w.name as workspace,
    u.password_hash as "passwordHash"
    from app_user u join workspace w on w.id = u.workspace_id where u.email = :email`,
})

/** The person with this address, in lower case; null: there is none. */
export async function findUser(db: Database, email: string): Promise<SigningIn | null> {
  const [user] = await db.query(FIND_USER, { email })
  return user ?? null
}

export interface Whose {
  readonly workspace: string
  /** null where the credential belongs to no person. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** The end of the session or key. */
  readonly expiresAt: Date | null
  /** Of the key or connected app. */
  readonly budget: StoredBudget | null
}

/** A session, else a key or connected app. */
type CredentialRef = {
  readonly workspaceId: string
  readonly sessionId: string | null
  readonly holderId: string | null
}

export const READ_WHOSE = statement<CredentialRef, Whose>({
  name: 'read_whose',
  effect: false,
  text: `select w.name as workspace, u.email, u.email_verified_at is not null as "isEmailVerified",
       coalesce(s.expires_at, (select k.expires_at from api_key k where k.id = :holderId)) as "expiresAt",
       ${BUDGET_AS_JSON(':holderId')} as budget
    from workspace w
    left join session s on s.id = :sessionId and s.workspace_id = w.id
    left join app_user u on u.id = s.user_id
    where w.id = :workspaceId`,
})

/** The workspace, person, end and budget of a credential. */
export async function readWhose(db: Database, { workspaceId, sessionId, holderId }: CredentialRef): Promise<Whose> {
  const [whose] = await db.query(READ_WHOSE, { workspaceId, sessionId, holderId })
  if (whose === undefined) throw new Error('a credential of a workspace that is gone')
  return whose
}

export const ENSURE_USER = statement<
  { id: string; email: string; passwordHash: string; workspaceId: string },
  { userId: string }
>({
  name: 'ensure_user',
  effect: true,
  text: `insert into app_user as u (id, email, password_hash, workspace_id, email_verified_at)
    values (:id, :email, :passwordHash, :workspaceId, clock_timestamp())
    on conflict (email) do update set password_hash = excluded.password_hash
      where u.workspace_id = excluded.workspace_id
    returning u.id as "userId"`,
})

/**
 * Creates a person in a workspace, or changes their password: for commands, whose operator answers for the address.
 * null: it belongs to another workspace.
 */
export async function ensureUser(
  db: Database,
  {
    email,
    passwordHash,
    workspaceId,
  }: { readonly email: string; readonly passwordHash: string; readonly workspaceId: string },
): Promise<string | null> {
  const [user] = await db.query(ENSURE_USER, { id: newId('usr'), email, passwordHash, workspaceId })
  return user?.userId ?? null
}

interface PersonsWorkspace {
  readonly id: string
  readonly name: string
  /** Of the person. */
  readonly passwordHash: string
}

export const READ_PERSONS_WORKSPACE = statement<{ userId: string }, PersonsWorkspace>({
  name: 'read_persons_workspace',
  effect: false,
  text: `select w.id, w.name, u.password_hash as "passwordHash"
    from app_user u join workspace w on w.id = u.workspace_id where u.id = :userId`,
})

/** The workspace that a person signs in to; null: there is no such person. */
export async function readPersonsWorkspace(db: Database, userId: string): Promise<PersonsWorkspace | null> {
  const [workspace] = await db.query(READ_PERSONS_WORKSPACE, { userId })
  return workspace ?? null
}
