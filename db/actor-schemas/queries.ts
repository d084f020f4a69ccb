import type { Fields } from '../../domain/catalog/endpoint.ts'
import type { ActorPrice } from '../../domain/catalog/rate.ts'
import type { Database } from '../database.ts'
import { ActorSchema } from './entity.ts'

export interface ActorRef {
  readonly provider: string
  readonly actorId: string
}

export interface StoredActorSchema {
  readonly fields: Fields
  /** null: it publishes none that is understood. */
  readonly price: ActorPrice | null
  readonly fetchedAt: Date
}

export async function findActorSchema(
  db: Database,
  { provider, actorId }: ActorRef,
): Promise<StoredActorSchema | null> {
  const row = await db.entities({ name: 'find_actor_schema', effect: false }, (em) =>
    em.findOne(ActorSchema, { provider, actorId }),
  )
  if (row === null) return null
  const { properties, required, omitted, fetchedAt } = row
  return {
    fields: { properties, required, ...(omitted > 0 && { omitted }) },
    price: row.price ?? null,
    fetchedAt,
  }
}

/**
 * Schemas that were last fetched more than 30 days ago are deleted: any person can publish an actor, and any client
 * with a key can inspect it.
 */
const KEPT_MS = 30 * 24 * 60 * 60_000

export const STORE_ACTOR_SCHEMA = { name: 'store_actor_schema', effect: true } as const

/** A later reading replaces an earlier one. */
export async function storeActorSchema(
  db: Database,
  { provider, actorId }: ActorRef,
  { fields, price, fetchedAt }: StoredActorSchema,
): Promise<void> {
  const { properties, required, omitted = 0 } = fields
  await db.entities(STORE_ACTOR_SCHEMA, async (em) => {
    await em.upsert(ActorSchema, { provider, actorId, fetchedAt, properties, required: [...required], omitted, price })
    await em.nativeDelete(ActorSchema, { fetchedAt: { $lt: new Date(fetchedAt.getTime() - KEPT_MS) } })
  })
}
