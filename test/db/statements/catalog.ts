import type { Client } from 'pg'

/** What the system catalog of the migrated database states of columns and functions. */
export interface Catalog {
  readonly isNotNull: (relation: string, column: number) => boolean
  readonly functionOf: (id: string) => { readonly name: string; readonly strict: boolean }
}

export async function readCatalog(client: Client): Promise<Catalog> {
  const columns = await client.query<{ key: string }>(
    `select attrelid::text || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
  )
  const notNull = new Set(columns.rows.map(({ key }) => key))
  const found = await client.query<{ id: string; name: string; strict: boolean }>(
    'select oid::text as id, proname as name, proisstrict as strict from pg_proc',
  )
  const functions = new Map(found.rows.map(({ id, name, strict }) => [id, { name, strict }]))
  return {
    // The columns below zero are the system's.
    isNotNull: (relation, column) => column <= 0 || notNull.has(`${relation}.${column}`),
    functionOf: (id) => functions.get(id) ?? { name: 'unknown', strict: false },
  }
}
