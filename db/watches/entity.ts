import { defineEntity, p } from '@mikro-orm/core'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { ENDED_STATUSES, ENVIRONMENTS } from '../../domain/runs/states.ts'
import type { LandingLink, TableResult } from '../../domain/tables/links.ts'
import { PAUSE_REASONS, REFRESH_STATES } from '../../domain/watches/states.ts'

/**
 * A saved query that is refreshed on a schedule (Spec 4.13). The row is authoritative; its Schedule is derived from it.
 */
const WatchSchema = defineEntity({
  name: 'Watch',
  tableName: 'watch',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    apiKeyId: p.text().nullable(),
    capability: p.text().nullable(),
    rawRequest: p.json<RawRequest>().nullable(),
    input: p.json<JsonObject | Json[]>(),
    routing: p.json<RoutingRequest>(),
    every: p.text(),
    everyMs: p.bigint(),
    landing: p.json<LandingLink>().nullable(),
    webhook: p.boolean(),
    status: p.enum(['active', 'paused'] as const),
    pausedReason: p.enum(PAUSE_REASONS).nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class Watch extends WatchSchema.class {}
WatchSchema.setClass(Watch)

/** One refresh of a watch, with its result. */
const WatchRefreshSchema = defineEntity({
  name: 'WatchRefresh',
  tableName: 'watch_refresh',
  properties: {
    id: p.text().primary(),
    watchId: p.text(),
    /** null: requested by hand. */
    scheduledFor: p.datetime().nullable(),
    workflowId: p.text(),
    sweepAt: p.datetime(),
    runId: p.text(),
    state: p.enum(REFRESH_STATES),
    /** How its run ended. */
    status: p.enum(ENDED_STATUSES).nullable(),
    error: p.json<RunError>().nullable(),
    newCount: p.integer(),
    changedCount: p.integer(),
    unchangedCount: p.integer(),
    /** The number of records beyond those that one refresh compares. */
    leftOut: p.integer(),
    answer: p.json<JsonObject>().columnType('json').nullable(),
    tableResult: p.json<TableResult>().nullable(),
    note: p.text().nullable(),
    createdAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})
export class WatchRefresh extends WatchRefreshSchema.class {}
WatchRefreshSchema.setClass(WatchRefresh)

/** A record that a watch has reported, by hashes of its key and its content. */
const WatchRecordSchema = defineEntity({
  name: 'WatchRecord',
  tableName: 'watch_record',
  primaryKeys: ['watchId', 'keyHash'],
  properties: {
    watchId: p.text().primary(),
    keyHash: p.blob().primary(),
    contentHash: p.blob(),
    record: p.json<JsonObject>().columnType('json').nullable(),
    firstRunId: p.text(),
    lastRunId: p.text(),
    firstSeenAt: p.datetime(),
    lastSeenAt: p.datetime(),
  },
})
export class WatchRecord extends WatchRecordSchema.class {}
WatchRecordSchema.setClass(WatchRecord)

/** When the Schedules of a deployment were last compared with the rows. */
const WatchReconciliationSchema = defineEntity({
  name: 'WatchReconciliation',
  tableName: 'watch_reconciliation',
  properties: {
    deployment: p.text().primary(),
    claimedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})
export class WatchReconciliation extends WatchReconciliationSchema.class {}
WatchReconciliationSchema.setClass(WatchReconciliation)
