import type { WaitReason } from '../../domain/sending/slot.ts'
import type { ApprovalReason } from '../../domain/approvals/approval.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RemovedRecords } from '../../domain/do-not-process/removed.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { AttemptOutcome, Environment, RunStatus } from '../../domain/runs/states.ts'
import type { AnswerSource } from '../../domain/tables/enrichment.ts'
import type { TableResult } from '../../domain/tables/links.ts'
import type { Database, Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** A run with its attempts, as the API shows it (Spec 2.1). Amounts are microdollars. */
export interface StoredRun {
  readonly id: string
  readonly environment: Environment
  readonly requestId: string
  readonly kind: 'capability' | 'endpoint'
  readonly capability: string | null
  readonly endpoint: string | null
  readonly status: RunStatus
  readonly includeRaw: boolean
  readonly provider: string | null
  readonly routingReason: string | null
  readonly quoted: bigint | null
  readonly charged: bigint | null
  /** What came back of the charge because its address bounced; null: nothing. */
  readonly credited: bigint | null
  /** What an ended run keeps of its hold until its final bill; null for every other run. */
  readonly heldForBill: bigint | null
  readonly platformFunded: boolean | null
  readonly error: RunError | null
  readonly plan: Pick<RoutePlan, 'skipped' | 'law'> | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** When its payload, or that of the run whose result it has, was deleted (decisions, "Payloads of runs"). */
  readonly purgedAt: Date | null
  /** While it waits for one. */
  /** Set while it waits for a slot of its sender. */
  readonly scheduled: AwaitedSlot | null
  readonly approval: AwaitedApproval | null
  readonly attempts: readonly StoredAttempt[]
  readonly usageCharges: readonly StoredUsageCharge[]
  readonly output: JsonObject | null
  /** Raw runs: the provider's payload, and whether there is one: the payload may itself be null. */
  readonly payload: Json
  readonly hasPayload: boolean
  readonly raw: Json
  /** Records that do-not-process lists cover and that its result lacks; null: none, or the result is not read. */
  readonly removed: RemovedRecords | null
  /** The result of its write into a table. */
  readonly table: TableResult | null
  /** The saved row that answered it. */
  readonly source: AnswerSource | null
  readonly metadata: Metadata | null
  /** null: there is none, or the payload is deleted. */
  readonly callbackUrl: string | null
  /** The job that it runs a row of; null: none. */
  readonly jobId: string | null
}

export interface AwaitedApproval {
  readonly id: string
  readonly reason: ApprovalReason
  /** Microdollars as text. */
  readonly estimate: string
  /** ISO 8601. */
  readonly expires_at: string
}

export interface AwaitedSlot {
  /** ISO 8601; null: once the sender sends again. */
  readonly at: string | null
  readonly reason: WaitReason
  readonly sender_id: string
}

export interface StoredAttempt {
  readonly provider: string
  readonly outcome: AttemptOutcome | null
  readonly duration_ms: number | null
  readonly detail: string | null
}

export interface StoredUsageCharge {
  /** Signed microdollars as text. */
  readonly amount: string
  readonly reason: 'provider_final_bill'
  /** ISO 8601. */
  readonly at: string
}

/** Of a run `r`. */
export const RUN_COLUMNS = `r.id, r.environment, r.request_id as "requestId", r.kind, r.capability, r.endpoint,
  r.status,
  r.include_raw as "includeRaw", r.provider, r.routing_reason as "routingReason", r.quoted, r.charged,
  r.credited,
  case when r.final_bill_due_at is not null then r.held end as "heldForBill",
  r.platform_funded as "platformFunded", r.error, r.created_at as "createdAt", r.finished_at as "finishedAt",
  coalesce(r.purged_at, case when r.source_run_id is not null then
    (select s.purged_at from run s where s.id = r.source_run_id) end) as "purgedAt",
    r.table_result as "table", r.source, r.metadata, r.callback_url as "callbackUrl", r.job_id as "jobId",
  case when r.status = 'scheduled' then (select jsonb_build_object('at', w.planned_at, 'reason', w.reason, 'sender_id',
      w.sender_id)
    from waiting_send w where w.run_id = r.id) end as scheduled,
  case when r.status = 'awaiting_approval' then (select jsonb_build_object('id', p.id, 'reason', p.reason, 'estimate',
      p.estimate::text, 'expires_at', p.expires_at)
    from approval p where p.run_id = r.id) end as approval,
  case when r.plan is null then null else jsonb_build_object('skipped', r.plan -> 'skipped')
    || jsonb_strip_nulls(jsonb_build_object('law', r.plan -> 'law')) end as plan,
  (select coalesce(jsonb_agg(jsonb_build_object('provider', a.provider, 'outcome', a.outcome,
      'duration_ms', a.duration_ms, 'detail', a.detail) order by a.number), '[]')
    from attempt a where a.run_id = r.id) as attempts,
  case when r.kind = 'capability' then '[]'
    else (select coalesce(jsonb_agg(jsonb_build_object('amount', u.amount::text, 'reason', u.reason, 'at',
    u.created_at)), '[]')
    from usage_charge u where u.run_id = r.id) end as "usageCharges"`

export const READ_RUN = statement<{ runId: string; workspaceId: string; environment: Environment }, StoredRun>({
  name: 'read_run',
  effect: false,
  text: `select ${RUN_COLUMNS}, d.output, d.payload, d.payload is not null as "hasPayload", d.removed,
    case when r.include_raw then d.raw end as raw
    from run r left join attempt d on d.run_id = coalesce(r.source_run_id, r.id)
      and d.number = coalesce(r.source_attempt, r.delivered_attempt)
    where r.id = :runId and r.workspace_id = :workspaceId and r.environment = :environment`,
})

/** A run of this workspace and environment, or null: another workspace's ids do not exist for the caller. */
export async function readRun(
  db: Queries,
  runId: string,
  scope: { workspaceId: string; environment: Environment },
): Promise<StoredRun | null> {
  const [run] = await db.query(READ_RUN, { runId, workspaceId: scope.workspaceId, environment: scope.environment })
  return run ?? null
}

export const READ_ENDED = statement<{ runIds: readonly string[] }, { id: string }>({
  name: 'read_ended_runs',
  effect: false,
  text: `select id from run where id = any(:runIds) and finished_at is not null`,
})

/** Those of the given runs that have ended: the shared poll that covers a lost notification. */
export async function readEndedRuns(db: Database, runIds: readonly string[]): Promise<string[]> {
  const rows = await db.query(READ_ENDED, { runIds })
  return rows.map(({ id }) => id)
}
