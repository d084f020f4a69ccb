import { defineEntity, p } from '@mikro-orm/core'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import { ATTEMPT_OUTCOMES, ENVIRONMENTS } from '../../domain/runs/states.ts'

/** One call of one provider for one run. The executor that holds `token` may write its outcome, once. */
const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  primaryKeys: ['runId', 'number'],
  properties: {
    runId: p.text().primary(),
    number: p.integer().primary(),
    provider: p.text(),
    capability: p.text().nullable(),
    /** Raw runs: `METHOD /path`. */
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
    /** Raw runs: the provider's payload, unchanged, with its members in their order. */
    payload: p.json<Json>().columnType('json').nullable(),
    /** The workspace's own connection that served it; null: the platform's account. */
    connectionId: p.text().nullable(),
    /**
     * What the provider reported as the cost of the call, and what its rate card says for what was delivered;
     * microdollars.
     */
    cost: p.bigint().nullable(),
    rateCard: p.bigint().nullable(),
    /** The provider's own id of a run that continues there: an executor that takes the attempt over resumes it. */
    externalId: p.text().nullable(),
    /** The subjects that its output names, for the history of its run. */
    subjects: p.json<readonly FoundSubject[]>().nullable(),
  },
})
export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
