import type { JsonObject } from '../../../domain/json/json.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface ClientToStore {
  readonly id: string
  readonly name: string
  /** In the form that the authorization server's library reads. */
  readonly metadata: JsonObject
}

/**
 * Any client may register. A client that no person has connected within 30 days is deleted, and each registration
 * deletes more than it adds.
 */
const FORGOTTEN_AT_ONCE = 10

/** The client that is written is left out: a statement cannot insert the row that it deletes. */
const FORGET_SOME = `with forgotten as (
      delete from oauth_client where id in (
        select id from oauth_client where forgotten_at < now() and id <> :id order by forgotten_at
          limit ${FORGOTTEN_AT_ONCE} for update skip locked)
    )`

export const REGISTER_CLIENT = statement<{ id: string; name: string; metadata: string }>({
  name: 'register_oauth_client',
  effect: true,
  text: `${FORGET_SOME}
    insert into oauth_client (id, name, metadata) values (:id, :name, :metadata)`,
})

/** A new client of the authorization server (RFC 7591). */
export async function registerClient(db: Database, { id, name, metadata }: ClientToStore): Promise<void> {
  await db.query(REGISTER_CLIENT, { id, name, metadata: JSON.stringify(metadata) })
}

export const STORE_CLIENT_DOCUMENT = statement<{
  id: string
  name: string
  metadata: string
  freshSeconds: number
}>({
  name: 'store_oauth_client_document',
  effect: true,
  text: `${FORGET_SOME}
    insert into oauth_client (id, name, metadata, fresh_until)
    values (:id, :name, :metadata, clock_timestamp() + make_interval(secs => :freshSeconds::integer))
    on conflict (id) do update set name = excluded.name, metadata = excluded.metadata,
      fresh_until = excluded.fresh_until,
      forgotten_at = case when oauth_client.forgotten_at is not null then excluded.forgotten_at end`,
})

/** What the document of a client states, until it is read again. */
export async function storeClientDocument(
  db: Database,
  { id, name, metadata }: ClientToStore,
  freshSeconds: number,
): Promise<void> {
  await db.query(STORE_CLIENT_DOCUMENT, { id, name, metadata: JSON.stringify(metadata), freshSeconds })
}

export const FIND_STORED_DOCUMENT = statement<{ id: string }, { stored: 'fresh' | 'stale' }>({
  name: 'find_stored_client_document',
  effect: false,
  text: `select case when fresh_until > clock_timestamp() then 'fresh' else 'stale' end as stored from oauth_client
    where id = :id and fresh_until is not null`,
})

/** Whether a client's document is stored, and may be used without reading it again; null: it is not stored. */
export async function findStoredDocument(db: Database, id: string): Promise<'fresh' | 'stale' | null> {
  const [client] = await db.query(FIND_STORED_DOCUMENT, { id })
  return client?.stored ?? null
}

export const READ_CLIENT = statement<{ id: string }, { metadata: JsonObject }>({
  name: 'read_oauth_client',
  effect: false,
  text: 'select metadata from oauth_client where id = :id',
})

/** The client's metadata; null: no client is known by this id, or it was deleted. */
export async function readClient(db: Database, id: string): Promise<JsonObject | null> {
  const [client] = await db.query(READ_CLIENT, { id })
  return client?.metadata ?? null
}
