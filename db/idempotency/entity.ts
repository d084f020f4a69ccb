import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** The answer to a request with an idempotency key, for requests that are not runs. */
const IdempotentAnswerSchema = defineEntity({
  name: 'IdempotentAnswer',
  tableName: 'idempotent_answer',
  primaryKeys: ['workspaceId', 'environment', 'key'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    key: p.text().primary(),
    /** The token of the request that works on the answer; only that request may write it. */
    token: p.uuid(),
    /** Distinguishes the same request from another one; keyed, because requests hold credentials. */
    requestMac: p.blob(),
    macVersion: p.integer(),
    leaseUntil: p.datetime(),
    /** null while the request is being worked on. */
    answer: p.json<JsonObject>().columnType('json').nullable(),
    createdAt: p.datetime(),
  },
})
export class IdempotentAnswer extends IdempotentAnswerSchema.class {}
IdempotentAnswerSchema.setClass(IdempotentAnswer)
