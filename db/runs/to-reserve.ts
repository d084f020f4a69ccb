import type { ApprovalDecision } from '../../domain/approvals/approval.ts'
import type { ApprovalPolicy } from '../../domain/approvals/policy.ts'
import type { LawFacts } from '../../domain/law/judge.ts'
import type { Send } from '../../domain/outbound/recipients.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { Rates } from '../../domain/pricing/rates.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutePlan, RoutingRequest } from '../../domain/routing/plan.ts'
import type { RoutingPolicy } from '../../domain/routing/policy.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import { HOLDER_SQL } from '../money/budgets/sql.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { LAW_SQL } from '../outreach/law/facts.ts'
import { RATES_SQL } from '../money/pricing/rates.ts'
import { hasListsSql } from '../outreach/do-not-process/match.ts'
import { type SavedResult, savedAnswers } from '../tables/saved-answer.ts'

/** The data of a run that its reservation needs. */
export interface RunToReserve {
  readonly workspaceId: string
  readonly environment: Environment
  readonly status: RunStatus
  /** null: it belongs to no job. */
  readonly jobId: string | null
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly input: JsonObject | Json[]
  readonly routing: RoutingRequest
  /** The workspace's rates at this moment: the plan's prices stay as they are now, whatever is agreed later. */
  readonly rates: Rates
  /** Set once the run was reserved: a later execution continues with it. */
  readonly plan: RoutePlan | null
  /** The time until its final bill is due; null while none is awaited. */
  readonly finalBillMs: number | null
  /** What saved rows could answer it with (Spec 4.6), the newest first; null: nothing. */
  readonly saved: readonly SavedResult[] | null
  /** A do-not-process list of the workspace applies. */
  readonly hasLists: boolean
  /** null: the run is no send. */
  readonly send: Send | null
  /** As in `RunInput`. */
  readonly plain: boolean
  readonly tablesOn: boolean
  /** The workspace's window of the repeat guard; 0 is off. */
  readonly repeatTouchDays: number
  /** A person started it at the dashboard. */
  readonly byPerson: boolean
  /** null: the workspace has set none. */
  readonly approvalPolicy: ApprovalPolicy | null
  /** null: the workspace has set none. */
  readonly routingPolicy: RoutingPolicy | null
  /** null: the workspace has set no outreach policy, or the run writes to no one. */
  readonly law: LawFacts | null
  /** Its last approval, waited for or decided; null: it never needed one. */
  readonly approval: RunApproval | null
}

export interface RunApproval {
  readonly decision: ApprovalDecision | null
  /** Microdollars as text. */
  readonly estimate: string
  /** Milliseconds until it expires; 0: it has. */
  readonly expiresInMs: number
}

const APPROVAL_SQL = `(select jsonb_build_object('decision', a.decision, 'estimate', a.estimate::text, 'expiresInMs',
        ceil(greatest(0, extract(epoch from a.expires_at - clock_timestamp()) * 1000)))
        from approval a where a.run_id = r.id)`

export const READ_RUN_TO_RESERVE = statement<{ runId: string }, RunToReserve>({
  name: 'read_run_to_reserve',
  effect: false,
  neverNull: { 'the function answers always': ['plain'] },
  text: `select r.workspace_id as "workspaceId", r.environment, r.status, r.job_id as "jobId",
      r.capability, r.raw_request as "rawRequest", r.input, r.routing, r.plan,
      case when r.final_bill_due_at is not null
        then greatest(0, extract(epoch from r.final_bill_due_at - clock_timestamp()) * 1000)::double precision end
        as "finalBillMs",
      r.send, is_plain_v1(r) as plain, w.tables_enabled_at is not null as "tablesOn",
      w.repeat_touch_days as "repeatTouchDays", w.approval_policy as "approvalPolicy",
      w.routing_policy as "routingPolicy",
      ${hasListsSql('r')} as "hasLists",
      ${LAW_SQL} as law, ${HOLDER_SQL('r')} is null as "byPerson", ${APPROVAL_SQL} as approval,
      ${RATES_SQL('w')} as rates, ${savedAnswers('r', 'w')} as saved
    from run r join workspace w on w.id = r.workspace_id where r.id = :runId`,
})

export async function readRunToReserve(db: Database, runId: string): Promise<RunToReserve | null> {
  const [run] = await db.query(READ_RUN_TO_RESERVE, { runId })
  return run ?? null
}
