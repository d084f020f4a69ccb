import { defineEntity, p } from '@mikro-orm/core'
import type { Fields } from '../../domain/catalog/endpoint.ts'

/** The input of one actor, as its platform last reported it. */
const ActorSchemaSchema = defineEntity({
  name: 'ActorSchema',
  tableName: 'actor_schema',
  properties: {
    provider: p.text().primary(),
    actorId: p.text().primary(),
    fetchedAt: p.datetime(),
    properties: p.json<Fields['properties']>(),
    required: p.json<Fields['required']>(),
    omitted: p.integer(),
  },
})
export class ActorSchema extends ActorSchemaSchema.class {}
ActorSchemaSchema.setClass(ActorSchema)
