import { defineEntity, p } from '@mikro-orm/core'
import type { Fields } from '../../domain/catalog/endpoint.ts'
import type { ActorPrice } from '../../domain/catalog/rate.ts'

/** The input and the price of one actor, as its platform last reported them. */
const ActorSchemaSchema = defineEntity({
  name: 'ActorSchema',
  tableName: 'actor_schema',
  properties: {
    provider: p.text().primary(),
    actorId: p.text().primary().check('length(actor_id) >= 1 and length(actor_id) <= 201'),
    fetchedAt: p.datetime(),
    properties: p.json<Fields['properties']>().check(`jsonb_typeof(properties) = 'object'`),
    required: p.json<Fields['required']>().check(`jsonb_typeof(required) = 'array'`),
    omitted: p.integer().check('omitted >= 0'),
    price: p.json<ActorPrice>().nullable().check(`jsonb_typeof(price) = 'object'`),
  },
})
export class ActorSchema extends ActorSchemaSchema.class {}
ActorSchemaSchema.setClass(ActorSchema)
