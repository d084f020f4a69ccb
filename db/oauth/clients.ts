import type { JsonObject } from '../../domain/json/json.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

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

export const REGISTER_CLIENT = statement<{ id: string; name: string; metadata: string }>({
  name: 'register_oauth_client',
  effect: true,
  text: `with forgotten as (
      delete from oauth_client where id in (
        select id from oauth_client where forgotten_at < now() order by forgotten_at limit ${FORGOTTEN_AT_ONCE}
          for update skip locked)
    )
    insert into oauth_client (id, name, metadata) values (:id, :name, :metadata)`,
})

/** A new client of the authorization server (RFC 7591). */
export async function registerClient(db: Database, { id, name, metadata }: ClientToStore): Promise<void> {
  await db.query(REGISTER_CLIENT, { id, name, metadata: JSON.stringify(metadata) })
}

const READ_CLIENT = statement<{ id: string }, { metadata: JsonObject }>({
  name: 'read_oauth_client',
  effect: false,
  text: 'select metadata from oauth_client where id = :id',
})

/** The client's metadata; null: no client registered under this id, or it was deleted. */
export async function readClient(db: Database, id: string): Promise<JsonObject | null> {
  const [client] = await db.query(READ_CLIENT, { id })
  return client?.metadata ?? null
}
