import { defineEntity, p } from '@mikro-orm/core'
import type { Json, JsonObject } from '../../domain/providers/manifest.ts'
import { ATTEMPT_OUTCOMES, ENVIRONMENTS } from '../../domain/runs/states.ts'

/** One provider's turn at one run. Whoever holds `token` may write its outcome, once. */
const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  primaryKeys: ['runId', 'number'],
  properties: {
    runId: p.text().primary(),
    number: p.integer().primary(),
    provider: p.text(),
    capability: p.text().nullable(),
    endpoint: p.text().nullable(),
    environment: p.enum(ENVIRONMENTS),
    token: p.uuid(),
    calls: p.integer(),
    leaseUntil: p.datetime(),
    startedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
    durationMs: p.integer().nullable(),
    outcome: p.enum(ATTEMPT_OUTCOMES).nullable(),
    detail: p.text().nullable(),
    output: p.json<JsonObject>().nullable(),
    raw: p.json<Json>().nullable(),
    units: p.integer().nullable(),
  },
})
export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
