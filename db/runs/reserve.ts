import type { ApprovalDecision } from '../../domain/approvals/approval.ts'
import type { ApprovalPolicy } from '../../domain/approvals/policy.ts'
import { formatUsd } from '../../domain/money/microdollars.ts'
import type { Send } from '../../domain/outbound/recipients.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { Rates } from '../../domain/pricing/rates.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutePlan, RoutingRequest } from '../../domain/routing/plan.ts'
import type { RoutingPolicy } from '../../domain/routing/policy.ts'
import type { HoldRefusal } from '../../domain/routing/refusal.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import { BUDGET_NOW_SQL, HOLDER_SQL } from '../budgets/sql.ts'
import type { Database, Queries } from '../database.ts'
import { argumentOf, statement, type ValueSql } from '../statement.ts'
import { PLAIN_SQL } from './plain-sql.ts'
import { RATES_SQL } from '../pricing/rates.ts'
import { CLAIM_RECIPIENTS_SQL } from '../outbound/touch-sql.ts'
import { type SavedResult, savedAnswers } from '../tables/saved-answer.ts'
import { HOLD_KEY_SQL, WALLET_ACCOUNT_SQL } from '../wallets/ledger.ts'

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

const READ_RUN_TO_RESERVE = statement<{ runId: string }, RunToReserve>({
  name: 'read_run_to_reserve',
  effect: false,
  text: `select r.workspace_id as "workspaceId", r.environment, r.status, r.job_id as "jobId",
      r.capability, r.raw_request as "rawRequest", r.input, r.routing, r.plan,
      greatest(0, extract(epoch from r.final_bill_due_at - clock_timestamp()) * 1000)::double precision
        as "finalBillMs",
      r.send, ${PLAIN_SQL('r')} as plain, w.tables_enabled_at is not null as "tablesOn",
      w.repeat_touch_days as "repeatTouchDays", w.approval_policy as "approvalPolicy",
      w.routing_policy as "routingPolicy",
      ${HOLDER_SQL('r')} is null as "byPerson", ${APPROVAL_SQL} as approval,
      ${RATES_SQL('w')} as rates, ${savedAnswers('r', 'w')} as saved
    from run r join workspace w on w.id = r.workspace_id where r.id = :runId`,
})

export async function readRunToReserve(db: Database, runId: string): Promise<RunToReserve | null> {
  const [run] = await db.query(READ_RUN_TO_RESERVE, { runId })
  return run ?? null
}

/**
 * The control that refuses a hold in the wallet `w`, the first in this order; null: none does. `available` and `held`:
 * its amounts, after the holds that come first. `budgetLeft`: what the requester's budget has left, `jobLeft`: what the
 * job of the run may still spend; null without one.
 */
export const refusalSql = ({
  hold,
  available,
  held,
  budgetLeft,
  jobLeft,
}: Readonly<Record<'hold' | 'available' | 'held' | 'budgetLeft' | 'jobLeft', string>>): string =>
  `case
        when w.guard_enabled and w.per_run_limit is not null and ${hold} > w.per_run_limit then 'per_run_limit'
        when w.guard_enabled and ${hold} > 0 and ${hold} > ${dayLeftSql(held)}
          then 'daily_limit'
        when ${hold} > 0 and ${hold} > ${budgetLeft} then 'key_budget'
        when ${hold} > 0 and ${hold} > ${jobLeft} then 'job_ceiling'
        when w.receivable > 0 and ${hold} > 0 then 'receivable'
        when ${available} < ${hold} then 'balance'
      end`

/** What the daily cap of the wallet `w` has left after what is held; null without a cap. */
export const dayLeftSql = (held: string): string => `(w.daily_limit - ${held}
            - case when w.spend_day = (clock_timestamp() at time zone 'utc')::date then w.spent else 0 end)`

export type HoldValues = {
  readonly runId: string
  readonly hold: string
  readonly plan: string
  readonly routingReason: string
}

/** The SQL types of `HoldValues`. */
export const HOLD_TYPES = { runId: 'text', hold: 'bigint', plan: 'jsonb', routingReason: 'text' } as const
const ARGUMENT = argumentOf(HOLD_TYPES)

/** What the requester's budget, locked as `budget_now b`, has left before these holds. */
export const BUDGET_LEFT_SQL = 'b.amount - b.spent_now - b.held'
/** The same of the ceiling of the run's job, locked as `budget_now c`. */
export const JOB_LEFT_SQL = 'c.amount - c.spent_now - c.held'

/**
 * The part that both reservations of one run share. With the run locked as `locked`, it locks the wallet and then the
 * requester's budget and the ceiling of the run's job. It judges the per-run ceiling, the daily cap, the budgets, the
 * receivable and the balance on the locked rows. Wallet, budgets and transfer are written only when nothing refuses.
 * The day is read from clock_timestamp(), because the statement may have waited for the wallet past midnight. The new
 * amounts come from the locked row, not from the older one that the UPDATE finds first (see closeHold). `before` is a
 * count of the rows that are written before the wallet is locked.
 */
export const holdSql = (before: string): string => `wallet_now as materialized (
      select w.* from wallet w join locked l on w.workspace_id = l.workspace_id and w.environment = l.environment
      where ${before} >= 0
      for update of w
    ), budget_now as materialized (
      select b.*, ${BUDGET_NOW_SQL('b')}
      from budget b join locked l on b.holder_id in (${HOLDER_SQL('l')}, l.job_id)
      where (select count(*) from wallet_now) >= 0
      order by b.id
      for update of b
    ), judged as materialized (
      select w.*, b.id as budget_id, b.amount as budget_amount, ${BUDGET_LEFT_SQL} as budget_left,
        b.resets_at as budget_resets_at, c.id as job_budget_id, c.amount as ceiling,
        ${JOB_LEFT_SQL} as ceiling_left, ${dayLeftSql('w.held')} as day_left,
        ${refusalSql({
          hold: ARGUMENT('hold'),
          available: 'w.available',
          held: 'w.held',
          budgetLeft: `(${BUDGET_LEFT_SQL})`,
          jobLeft: `(${JOB_LEFT_SQL})`,
        })} as refusal
      from wallet_now w cross join locked l left join budget_now b on b.holder_id = ${HOLDER_SQL('l')}
        left join budget_now c on c.holder_id = l.job_id
    ), budget_held as (
      update budget b set held = n.held + :hold::bigint
      from budget_now n join judged j on j.refusal is null
      where b.id = n.id and :hold::bigint > 0
      returning b.id
    ), held as (
      update wallet w set available = j.available - :hold::bigint, held = j.held + :hold::bigint
      from judged j
      where w.workspace_id = j.workspace_id and w.environment = j.environment and j.refusal is null
        and :hold::bigint > 0
      returning w.workspace_id
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('j', 'available')}, ${WALLET_ACCOUNT_SQL('j', 'held')}, :hold::bigint, 'hold', :runId,
        ${HOLD_KEY_SQL(':runId')}
      from judged j where j.refusal is null and :hold::bigint > 0
      returning id
    )`

/** The hold is written: a condition on `holdSql`. */
export const IS_HELD_SQL = `(select count(*) from entry) = case when :hold::bigint > 0 then 1 else 0 end`

/** Columns of `run r` that a hold writes, what it returns as `reserved r`, and what is read of that and `judged j`. */
export const RESERVED_SQL = {
  written: (judged: string, of: ValueSql<keyof HoldValues> = ARGUMENT): string => `plan = ${of('plan')},
        quoted = ${of('hold')}, held = ${of('hold')}, routing_reason = ${of('routingReason')},
        budget_id = ${judged}.budget_id, job_budget_id = ${judged}.job_budget_id`,
  returned: `extract(epoch from clock_timestamp() - r.created_at)::double precision as seconds,
        r.capability is null as raw`,
  selected: `j.refusal, j.environment, j.available, j.receivable, j.per_run_limit, j.daily_limit, j.day_left,
      date_trunc('day', clock_timestamp(), 'utc') + interval '24 hours' as day_ends_at, j.budget_amount,
      j.budget_left, j.budget_resets_at, j.ceiling, j.ceiling_left, r.raw, r.seconds`,
}

/**
 * One statement makes the hold. It locks the run, then its wallet. A send claims its recipients before the wallet is
 * locked, so that it counts as under way for the guards of later sends.
 */
export const RESERVE_RUN = statement<HoldValues, ReserveRow>({
  name: 'reserve_run',
  effect: true,
  text: `with locked as materialized (
      select id, workspace_id, environment, send, record, api_key_id, connected_app_id, job_id from run
      where id = :runId and status = 'created' for update
    ), ${CLAIM_RECIPIENTS_SQL}, ${holdSql('(select count(*) from claimed)')}, reserved as (
      update run r set status = 'reserved', ${RESERVED_SQL.written('j')}
      from locked l join judged j on true
      where r.id = l.id and j.refusal is null and ${IS_HELD_SQL}
      returning ${RESERVED_SQL.returned}
    )
    select ${RESERVED_SQL.selected}
    from judged j left join reserved r on true`,
})

export type Reserved =
  | { readonly kind: 'reserved' }
  | { readonly kind: 'refused'; readonly refusal: HoldRefusal }
  /** The run was not in `created`: it was already reserved, cancelled or ended. */
  | { readonly kind: 'moved' }

export interface ReserveRow {
  readonly refusal: HoldRefusal['control'] | null
  readonly available: bigint
  readonly receivable: bigint
  readonly per_run_limit: bigint | null
  readonly daily_limit: bigint | null
  /** Null without a daily cap. */
  readonly day_left: bigint | null
  readonly day_ends_at: Date
  /** All three null without a budget. */
  readonly budget_amount: bigint | null
  readonly budget_left: bigint | null
  readonly budget_resets_at: Date | null
  /** Both null where the run belongs to no job. */
  readonly ceiling: bigint | null
  readonly ceiling_left: bigint | null
  readonly environment: Environment
  /** Both null where the run was not reserved. */
  readonly raw: boolean | null
  readonly seconds: number | null
}

export interface Reservation {
  readonly runId: string
  readonly plan: RoutePlan
  readonly hold: bigint
  readonly routingReason: string
}

export const holdValues = ({ runId, plan, hold, routingReason }: Reservation): HoldValues => ({
  runId,
  hold: hold.toString(),
  plan: JSON.stringify(plan),
  routingReason,
})

/** Holds the plan's maximum and moves the run to `reserved` (Spec 3.1, 4.10), or returns the control that refused. */
export async function reserveRun(db: Queries, request: Reservation): Promise<Reserved> {
  const [row] = await db.query(RESERVE_RUN, holdValues(request))
  return reservedAs(db, row)
}

/** What the row of a reservation says; emits its metric event. */
export function reservedAs(db: Pick<Queries, 'emit'>, row: ReserveRow | undefined): Reserved {
  if (row === undefined) return { kind: 'moved' }
  if (row.refusal === null) {
    if (row.seconds === null) throw new Error('a hold was judged possible but the run was not reserved')
    db.emit({
      kind: 'run_reserved',
      environment: row.environment,
      run: row.raw === true ? 'raw' : 'capability',
      seconds: row.seconds,
    })
    return { kind: 'reserved' }
  }
  db.emit({ kind: 'reservation_refused', environment: row.environment, control: row.refusal })
  const limit = {
    per_run_limit: row.per_run_limit,
    daily_limit: row.daily_limit,
    key_budget: row.budget_amount,
    job_ceiling: row.ceiling,
    receivable: row.receivable,
    balance: null,
  }[row.refusal]
  return {
    kind: 'refused',
    refusal: {
      control: row.refusal,
      available: formatUsd(row.available),
      limit: limit === null ? null : formatUsd(limit),
      ...leftOf(row),
    },
  }
}

/** What the day, the budget or the ceiling that refused has left. */
function leftOf(row: ReserveRow): Pick<HoldRefusal, 'left' | 'resetsAt'> {
  if (row.refusal === 'key_budget')
    return { left: formatUsd(notNegative(row.budget_left)), resetsAt: row.budget_resets_at?.toISOString() ?? null }
  if (row.refusal === 'daily_limit')
    return { left: formatUsd(notNegative(row.day_left)), resetsAt: row.day_ends_at.toISOString() }
  return row.refusal === 'job_ceiling' ? { left: formatUsd(notNegative(row.ceiling_left)) } : {}
}

const notNegative = (amount: bigint | null): bigint => (amount !== null && amount > 0n ? amount : 0n)
