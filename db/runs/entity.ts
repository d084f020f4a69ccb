import { defineEntity, p } from '@mikro-orm/core'
import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import type { Send } from '../../domain/outbound/recipients.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest, Plan } from '../../domain/routing/plan.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { ENVIRONMENTS, RUN_STATUSES } from '../../domain/runs/states.ts'
import type { AnswerSource, EnrichmentSubject } from '../../domain/tables/enrichment.ts'
import type { LandingLink, RecordLink, TableResult } from '../../domain/tables/links.ts'

/** One job of a workspace (Spec 2.1). The row is the guarantee: once it is inserted, the run is never lost. */
const RunSchema = defineEntity({
  name: 'Run',
  tableName: 'run',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    apiKeyId: p.text().nullable(),
    requestId: p.text(),
    kind: p.enum(['capability', 'endpoint'] as const),
    capability: p.text().nullable(),
    endpoint: p.text().nullable(),
    status: p.enum(RUN_STATUSES),
    input: p.json<JsonObject | Json[]>(),
    /** Raw runs: the requested provider and call, besides the input. */
    rawRequest: p.json<RawRequest>().nullable(),
    routing: p.json<RoutingRequest>(),
    includeRaw: p.boolean(),
    idempotencyKey: p.text().nullable(),
    requestHash: p.blob(),
    plan: p.json<Plan>().nullable(),
    provider: p.text().nullable(),
    routingReason: p.text().nullable(),
    quoted: p.bigint().nullable(),
    held: p.bigint(),
    charged: p.bigint().nullable(),
    platformFunded: p.boolean().nullable(),
    /**
     * The number of the attempt that was begun last. Statements read it again under the run's lock, unlike the rows of
     * attempts.
     */
    lastAttempt: p.integer(),
    deliveredAttempt: p.integer().nullable(),
    error: p.json<RunError>().nullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    sweepAt: p.datetime(),
    /**
     * While the provider's final bill is awaited, the part of the hold beyond the first charge stays held (Spec 4.3.4).
     */
    finalBillDueAt: p.datetime().nullable(),
    finalBillUntil: p.datetime().nullable(),
    finalBillReadings: p.integer(),
    finalBillUnreadable: p.integer(),
    /** The subjects that its input names, for its history (Spec 4.5). */
    subjects: p.json<readonly FoundSubject[]>(),
    /** A send in the form that the guards read; null for every other run. */
    send: p.json<Send>().nullable(),
    /** The subjects by which a saved answer is found; null where none is searched for. */
    enrichment: p.json<readonly EnrichmentSubject[]>().nullable(),
    record: p.json<RecordLink>().nullable(),
    /** The request's `into`. */
    landing: p.json<LandingLink>().nullable(),
    tableResult: p.json<TableResult>().nullable(),
    /** The saved row that answered the run, and the run and attempt that bought the result (Spec 4.6). */
    source: p.json<AnswerSource>().nullable(),
    sourceRunId: p.text().nullable(),
    sourceAttempt: p.integer().nullable(),
  },
})
export class Run extends RunSchema.class {}
RunSchema.setClass(Run)
