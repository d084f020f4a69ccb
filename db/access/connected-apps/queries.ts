import type { OAuthScope } from '../../../domain/access/scopes.ts'
import type { Role } from '../../../domain/access/roles.ts'
import { BUDGET_AS_JSON, type StoredBudget } from '../../money/budgets/read.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { forgetArtifactsSql } from './grants.ts'
import { hashToken } from '../../hash-token.ts'

/** An app as the workspace sees it (decisions, "connected apps"). */
export interface ListedApp {
  readonly id: string
  readonly name: string
  /** The id of its client, which may be a URL. */
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly budget: StoredBudget | null
}

/** Of a connected app called `c`. */
const COLUMNS = `c.id, c.name, c.client_id as "clientId", c.scopes, c.created_at as "createdAt",
  c.last_used_at as "lastUsedAt", ${BUDGET_AS_JSON('c.id')} as budget`

export const LIST_APPS = statement<{ workspaceId: string }, ListedApp>({
  name: 'list_connected_apps',
  effect: false,
  text: `select ${COLUMNS} from connected_app c where c.workspace_id = :workspaceId and c.revoked_at is null
    order by c.id`,
})

/** Apps with an active grant, oldest first; at most CONNECTED_APPS_MAX. */
export const listApps = (db: Database, workspaceId: string): Promise<ListedApp[]> =>
  db.query(LIST_APPS, { workspaceId })

export const DISCONNECT_APP = statement<{ id: string; workspaceId: string }, ListedApp>({
  name: 'disconnect_app',
  effect: true,
  text: `with disconnected as (
      update connected_app set revoked_at = clock_timestamp()
        where id = :id and workspace_id = :workspaceId and revoked_at is null returning *
    ), gone as (
      ${forgetArtifactsSql('select id from disconnected')}
    )
    select ${COLUMNS} from disconnected c`,
})

/**
 * Ends the grant and deletes its codes and tokens. Returns the app as it was, or null when the workspace has no such
 * app.
 */
export async function disconnectApp(db: Database, workspaceId: string, id: string): Promise<ListedApp | null> {
  const [app] = await db.query(DISCONNECT_APP, { id, workspaceId })
  return app ?? null
}

export const READ_APP = statement<{ id: string; workspaceId: string }, ListedApp>({
  name: 'read_connected_app',
  effect: false,
  text: `select ${COLUMNS} from connected_app c where c.id = :id and c.workspace_id = :workspaceId
    and c.revoked_at is null`,
})

/** The app and workspace of an access token, and its scopes. */
export interface AppAccess {
  readonly appId: string
  readonly workspaceId: string
  /** The token's scopes: those of its grant or fewer. */
  readonly scopes: readonly OAuthScope[]
  /** Of the person who connected it. */
  readonly role: Role
}

/** The grant is read each time, so a disconnected app loses access at once on every replica. */
export const FIND_ACCESS = statement<{ tokenHash: Buffer; audience: string }, AppAccess>({
  name: 'find_app_access',
  effect: false,
  text: `select c.id as "appId", c.workspace_id as "workspaceId",
      array(select s from unnest(c.scopes) s where s = any (string_to_array(a.payload->>'scope', ' '))) as scopes,
      m.role
    from oauth_artifact a join connected_app c on c.id = a.app_id
      join member m on m.workspace_id = c.workspace_id and m.user_id = c.user_id
    where a.kind = 'AccessToken' and a.id_hash = :tokenHash and a.payload->>'aud' = :audience
      and a.expires_at > clock_timestamp() and c.revoked_at is null`,
})

/** null: the token is unknown, expired, revoked, or meant for an audience other than `audience`. */
export async function findAccess(db: Database, token: string, audience: string): Promise<AppAccess | null> {
  const [access] = await db.query(FIND_ACCESS, { tokenHash: hashToken(token), audience })
  return access ?? null
}

export const MARK_USED = statement<{ ids: readonly string[]; times: readonly Date[] }>({
  name: 'mark_connected_apps_used',
  effect: false,
  text: `update connected_app c set last_used_at = greatest(c.last_used_at, u.at)
    from unnest(:ids::text[], :times::timestamptz[]) as u (id, at) where c.id = u.id`,
})

/** Writes when apps were last used, many at once. */
export const markAppsUsed = (db: Database, used: ReadonlyMap<string, Date>): Promise<object[]> =>
  db.query(MARK_USED, { ids: [...used.keys()], times: [...used.values()] })
