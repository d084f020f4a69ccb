import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** One row per stream; a transaction that writes an event locks it until the commit (decisions, "Events"). */
const EventCounterSchema = defineEntity({
  name: 'EventCounter',
  tableName: 'event_counter',
  primaryKeys: ['workspaceId', 'environment'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    lastSequence: p.bigint(),
    lastAt: p.datetime(),
    purgedSequence: p.bigint(),
    purgedEventId: p.text().nullable(),
  },
})
export class EventCounter extends EventCounterSchema.class {}
EventCounterSchema.setClass(EventCounter)

/** A fact that the service reports to a workspace (Spec 2.9, 6). */
const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    sequence: p.bigint(),
    /** One of `EVENTS`; their list grows. */
    type: p.text(),
    createdAt: p.datetime(),
    data: p.json<JsonObject>().columnType('json'),
  },
})
export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
