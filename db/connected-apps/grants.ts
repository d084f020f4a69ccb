import type { OAuthScope } from '../../domain/access/access.ts'
import type { Database, Statement, Transaction } from '../database.ts'
import { lockWorkspace } from '../workspaces/lock.ts'

/** More than a workspace has reason to connect; the number must have a limit. */
export const CONNECTED_APPS_MAX = 100

export interface AppToConnect {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly OAuthScope[]
  readonly resources: readonly string[]
}

export const CONNECT_APP: Transaction = { name: 'connect_app', effect: true }

/**
 * An ended grant is not found by any lookup, so its codes and tokens are void at once. Some rows are deleted now, the
 * rest when they expire: ending a grant is quick, however many rows its app has accumulated.
 */
const FORGOTTEN_AT_ONCE = 500

/** Deletes codes and tokens of the apps that `ended` names (SQL of rows with an id). */
export const forgetArtifactsSql = (ended: string): string => `delete from oauth_artifact where (kind, id_hash) in (
      select a.kind, a.id_hash from oauth_artifact a join (${ended}) e on e.id = a.app_id limit ${FORGOTTEN_AT_ONCE})`

const REPLACE_EARLIER: Statement = {
  name: 'replace_connected_app',
  effect: 'within',
  text: `with earlier as (
      update connected_app set revoked_at = clock_timestamp()
      where workspace_id = $1 and user_id = $2 and client_id = $3 and revoked_at is null returning id
    )
    ${forgetArtifactsSql('select id from earlier')}`,
}

const INSERT_APP: Statement = {
  name: 'insert_connected_app',
  effect: 'within',
  text: `with kept as (
      update oauth_client set forgotten_at = null where id = $4
    )
    insert into connected_app (id, workspace_id, user_id, client_id, name, scopes, resources)
    select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from connected_app where workspace_id = $2 and revoked_at is null) < ${CONNECTED_APPS_MAX}
    returning id`,
}

/**
 * Stores a person's consent. It replaces an earlier consent to the same app and voids the codes and tokens of that one.
 * false: the workspace has as many apps as it may have.
 */
export const connectApp = (db: Database, app: AppToConnect): Promise<boolean> =>
  db.transaction(CONNECT_APP, async (tx) => {
    // There is one grant per person and app.
    await lockWorkspace(tx, app.workspaceId)
    await tx.query(REPLACE_EARLIER, [app.workspaceId, app.userId, app.clientId])
    const connected = await tx.query(INSERT_APP, [
      app.id,
      app.workspaceId,
      app.userId,
      app.clientId,
      app.name,
      app.scopes,
      app.resources,
    ])
    return connected.length === 1
  })

export interface Grant {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
  readonly resources: readonly string[]
}

const READ_GRANT: Statement = {
  name: 'read_oauth_grant',
  effect: false,
  text: `select user_id as "userId", client_id as "clientId", scopes, resources from connected_app where id = $1 and revoked_at is null`,
}

/** null: there is no such grant, or it was revoked. */
export async function readGrant(db: Database, appId: string): Promise<Grant | null> {
  const [grant] = await db.query<Grant>(READ_GRANT, [appId])
  return grant ?? null
}

export const REVOKE_APP: Statement = {
  name: 'revoke_connected_app',
  effect: true,
  text: `with revoked as (
      update connected_app set revoked_at = clock_timestamp() where id = $1 and revoked_at is null
    )
    ${forgetArtifactsSql('select $1::text as id')}`,
}

/** Ends a grant with all its codes and tokens: the app requested it, or a code or token was used twice. */
export async function revokeApp(db: Database, appId: string): Promise<void> {
  await db.query(REVOKE_APP, [appId])
}
