import type { Fields } from '../../../domain/catalog/endpoint.ts'
import type { ActorPrice } from '../../../domain/catalog/rate.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface ActorRef {
  readonly provider: string
  readonly actorId: string
}

type ActorRefValues = Pick<ActorRef, keyof ActorRef>

export interface StoredActorSchema {
  readonly fields: Fields
  /** null: it publishes none that is understood. */
  readonly price: ActorPrice | null
  readonly fetchedAt: Date
}

export const FIND_ACTOR_SCHEMA = statement<
  ActorRefValues,
  {
    fetchedAt: Date
    properties: Fields['properties']
    required: Fields['required']
    omitted: number
    price: ActorPrice | null
  }
>({
  name: 'find_actor_schema',
  effect: false,
  text: `select fetched_at as "fetchedAt", properties, required, omitted, price from actor_schema
    where provider = :provider and actor_id = :actorId`,
})

export async function findActorSchema(db: Queries, { provider, actorId }: ActorRef): Promise<StoredActorSchema | null> {
  const [row] = await db.query(FIND_ACTOR_SCHEMA, { provider, actorId })
  if (row === undefined) return null
  const { properties, required, omitted, price, fetchedAt } = row
  return { fields: { properties, required, ...(omitted > 0 && { omitted }) }, price, fetchedAt }
}

/**
 * Schemas that were last fetched more than 30 days ago are deleted: any person can publish an actor, and any client
 * with a key can inspect it.
 */
const KEPT_DAYS = 30

export const STORE_ACTOR_SCHEMA = statement<
  ActorRefValues & { fetchedAt: Date; properties: string; required: string; omitted: number; price: string | null }
>({
  name: 'store_actor_schema',
  effect: true,
  text: `with stored as (
      insert into actor_schema (provider, actor_id, fetched_at, properties, required, omitted, price)
      values (:provider, :actorId, :fetchedAt, :properties, :required, :omitted, :price)
      on conflict (provider, actor_id) do update set fetched_at = excluded.fetched_at,
        properties = excluded.properties, required = excluded.required, omitted = excluded.omitted,
        price = excluded.price
    )
    delete from actor_schema where fetched_at < :fetchedAt::timestamptz - make_interval(days => ${KEPT_DAYS})
      and (provider, actor_id) <> (:provider, :actorId)`,
})

/** A later reading replaces an earlier one. */
export async function storeActorSchema(
  db: Queries,
  { provider, actorId }: ActorRef,
  { fields, price, fetchedAt }: StoredActorSchema,
): Promise<void> {
  const { properties, required, omitted = 0 } = fields
  await db.query(STORE_ACTOR_SCHEMA, {
    provider,
    actorId,
    fetchedAt,
    properties: JSON.stringify(properties),
    required: JSON.stringify(required),
    omitted,
    price: price === null ? null : JSON.stringify(price),
  })
}
