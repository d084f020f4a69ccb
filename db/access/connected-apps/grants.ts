import type { OAuthScope } from '../../../domain/access/scopes.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** More than a workspace has reason to connect; the number must have a limit. */
export const CONNECTED_APPS_MAX = 100

/**
 * An ended grant is not found by any lookup, so its codes and tokens are void at once. Some rows are deleted now, the
 * rest when they expire: ending a grant is quick, however many rows its app has accumulated.
 */
const FORGOTTEN_AT_ONCE = 500

/** Deletes codes and tokens of the apps that `ended` names (SQL of rows with an id). */
export const forgetArtifactsSql = (ended: string): string => `delete from oauth_artifact where (kind, id_hash) in (
      select a.kind, a.id_hash from oauth_artifact a join (${ended}) e on e.id = a.app_id limit ${FORGOTTEN_AT_ONCE})`

export const REPLACE_EARLIER = statement<{ workspaceId: string; userId: string; clientId: string }>({
  name: 'replace_connected_app',
  effect: 'within',
  text: `with earlier as (
      update connected_app set revoked_at = clock_timestamp()
      where workspace_id = :workspaceId and user_id = :userId and client_id = :clientId and revoked_at is null
        returning id
    )
    ${forgetArtifactsSql('select id from earlier')}`,
})

export const INSERT_APP = statement<{
  id: string
  workspaceId: string
  userId: string
  clientId: string
  name: string
  scopes: readonly OAuthScope[]
  resources: readonly string[]
}>({
  name: 'insert_connected_app',
  effect: 'within',
  text: `with kept as (
      update oauth_client set forgotten_at = null where id = :clientId
    )
    insert into connected_app (id, workspace_id, user_id, client_id, name, scopes, resources)
    select :id, :workspaceId, :userId, :clientId, :name, :scopes, :resources
    where (select count(*) from connected_app where workspace_id = :workspaceId
      and revoked_at is null) < ${CONNECTED_APPS_MAX}
    returning id`,
})

export interface Grant {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
  readonly resources: readonly string[]
}

export const READ_GRANT = statement<{ appId: string }, Grant>({
  name: 'read_oauth_grant',
  effect: false,
  text: `select user_id as "userId", client_id as "clientId", scopes, resources from connected_app where id = :appId
    and revoked_at is null`,
})

/** null: there is no such grant, or it was revoked. */
export async function readGrant(db: Database, appId: string): Promise<Grant | null> {
  const [grant] = await db.query(READ_GRANT, { appId })
  return grant ?? null
}

export const REVOKE_APP = statement<{ appId: string }>({
  name: 'revoke_connected_app',
  effect: true,
  text: `with revoked as (
      update connected_app set revoked_at = clock_timestamp() where id = :appId and revoked_at is null
    )
    ${forgetArtifactsSql('select :appId::text as id')}`,
})

/** Ends a grant with all its codes and tokens: the app requested it, or a code or token was used twice. */
export async function revokeApp(db: Database, appId: string): Promise<void> {
  await db.query(REVOKE_APP, { appId })
}
