import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import { closeBudgets } from '../budgets/sql.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { indexSubjects } from '../history/index.ts'
import {
  CLOSE_KEY_SQL,
  FINAL_BILL_KEY_SQL,
  FIRST_CHARGE_KEY_SQL,
  PLATFORM_ACCOUNT_SQL,
  WALLET_ACCOUNT_SQL,
} from '../wallets/ledger.ts'
import { type LinkedRows, writeLinkedRows } from './linked.ts'
import { END_SQL, type EndRow, mustEnd, readRunStatus, type Settled, emitRunEnded } from './settle.ts'

/** A bill that is still unread this long after it was due has lost its workflow: the sweeper starts it again. */
const SWEEP_AFTER_DUE_SECONDS = 60

/** The spending of the current day, with a change added to it. */
const SPENT = (change: string): string =>
  `spent = greatest(0,
    case when n.spend_day = (clock_timestamp() at time zone 'utc')::date then n.spent else 0 end + ${change}),
        spend_day = (clock_timestamp() at time zone 'utc')::date`

/** A return lowers the spending of the day of the first charge, and no later day's (Spec 4.10). */
const BOOKED_TODAY = `(finished_at at time zone 'utc')::date = (clock_timestamp() at time zone 'utc')::date`

/**
 * Ends a run whose provider bills later (Spec 4.3.4): the first charge is booked from the hold, and the rest stays held
 * until the final bill.
 */
export const SETTLE_RUN_BEFORE_BILL = statement<
  {
    runId: string
    charge: string
    attempt: number
    provider: string
    dueInSeconds: number
    withinSeconds: number
    rowsWritten: boolean
    tableResult: string | null
  },
  EndRow & { linked: boolean }
>({
  name: 'settle_run_before_bill',
  effect: true,
  text: `with found as materialized (
      select id, workspace_id, environment, held, budget_id, job_budget_id,
        record is not null or landing is not null as linked
      from run
      where id = :runId and finished_at is null and :charge::bigint between 0 and held for update
    ), locked as materialized (
      select * from found where not linked or :rowsWritten::boolean
    ), wallet_now as materialized (
      select w.* from wallet w join locked l on w.workspace_id = l.workspace_id and w.environment = l.environment
        for update of w
    ), charged as (
      update wallet w set held = n.held - :charge::bigint, ${SPENT(':charge::bigint')}
      from wallet_now n where w.workspace_id = n.workspace_id and w.environment = n.environment and :charge::bigint > 0
      returning w.workspace_id
    ), ${closeBudgets({ released: ':charge::bigint', charge: ':charge::bigint' })}, entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('l', 'held')}, ${PLATFORM_ACCOUNT_SQL('l', 'revenue')}, :charge::bigint, 'charge',
        l.id, ${FIRST_CHARGE_KEY_SQL('l.id')}
      from wallet_now n cross join locked l where :charge::bigint > 0
      returning id
    ), indexed as (
      ${indexSubjects('locked', ':attempt::integer')}
    ), ended as (
      update run r set status = 'succeeded', finished_at = clock_timestamp(), held = l.held - :charge::bigint,
        charged = :charge::bigint,
      delivered_attempt = :attempt, provider = :provider, platform_funded = true, table_result = :tableResult,
      final_bill_due_at = clock_timestamp() + make_interval(secs => :dueInSeconds),
        final_bill_until = clock_timestamp() + make_interval(secs => :withinSeconds),
      sweep_at = clock_timestamp() + make_interval(secs => :dueInSeconds + ${SWEEP_AFTER_DUE_SECONDS})
    from locked l
    where r.id = l.id and (select count(*) from entry) = case when :charge::bigint > 0 then 1 else 0 end
      and (select count(*) from charged) = case when :charge::bigint > 0 then 1 else 0 end
      returning ${END_SQL('r')}
    )
    select f.linked, e.* from found f left join ended e on true`,
})

/** The same for a run that writes into a table. */
export const SETTLE_LINKED_RUN_BEFORE_BILL: Transaction = { name: 'settle_linked_run_before_bill', effect: true }

export interface EndBeforeBill {
  readonly runId: string
  readonly charge: bigint
  readonly attempt: number
  readonly provider: string
  readonly dueInSeconds: number
  /** After this time the bill is no longer awaited. */
  readonly withinSeconds: number
}

/** Returns the status that counts; a run that has already ended stays as it is. */
export async function endRunBeforeBill(db: Database, end: EndBeforeBill): Promise<RunStatus> {
  const status = await settleBeforeBill(db, end, null)
  return status !== 'has rows to write'
    ? status
    : db.transaction(SETTLE_LINKED_RUN_BEFORE_BILL, async (tx) =>
        mustEnd(await settleBeforeBill(tx, end, await writeLinkedRows(tx, { ...end, status: 'succeeded' }))),
      )
}

async function settleBeforeBill(queries: Queries, end: EndBeforeBill, linked: LinkedRows): Promise<Settled> {
  const [row] = await queries.query(SETTLE_RUN_BEFORE_BILL, {
    runId: end.runId,
    charge: end.charge.toString(),
    attempt: end.attempt,
    provider: end.provider,
    dueInSeconds: end.dueInSeconds,
    withinSeconds: end.withinSeconds,
    rowsWritten: linked !== null,
    tableResult: linked?.result == null ? null : JSON.stringify(linked.result),
  })
  if (row !== undefined) emitRunEnded(queries, row)
  if (row?.status != null) return row.status
  if (row?.linked === true && linked === null) return 'has rows to write'
  const status = await readRunStatus(queries, end.runId)
  if (status === 'running') throw new Error('the run was not ended: its charge does not fit its hold')
  return status
}

/** The data of a run that reading its final bill needs. */
export interface OpenBill {
  readonly workspaceId: string
  readonly environment: Environment
  readonly rawRequest: RawRequest
  readonly input: JsonObject | Json[]
  readonly plan: RoutePlan
  readonly deliveredAttempt: number
  readonly externalId: string | null
  readonly charged: bigint
  readonly quoted: bigint
  readonly readings: number
  /** The readings that found an unreadable cost. */
  readonly unreadable: number
  /** The bill is no longer awaited: the cost that is known now counts. */
  readonly overdue: boolean
  readonly dueInMs: number
}

const READ_OPEN_BILL = statement<{ runId: string }, OpenBill>({
  name: 'read_open_bill',
  effect: false,
  text: `select r.workspace_id as "workspaceId", r.environment, r.raw_request as "rawRequest", r.input, r.plan,
    r.delivered_attempt as "deliveredAttempt",
      a.external_id as "externalId", r.charged, r.quoted, r.final_bill_readings as readings,
      r.final_bill_unreadable as unreadable, r.final_bill_until <= clock_timestamp() as overdue,
      greatest(0, extract(epoch from r.final_bill_due_at - clock_timestamp()) * 1000)::double precision as "dueInMs"
    from run r join attempt a on a.run_id = r.id and a.number = r.delivered_attempt
    where r.id = :runId and r.final_bill_due_at is not null`,
})

/** null: the bill was already closed. */
export async function readOpenBill(db: Database, runId: string): Promise<OpenBill | null> {
  const [row] = await db.query(READ_OPEN_BILL, { runId })
  return row ?? null
}

/**
 * Books the final bill once: the total price of the run, within its hold. The new amounts come from the wallet's row as
 * it was locked, the rest of the hold is released, and one usage charge records the change.
 */
export const CLOSE_FINAL_BILL = statement<
  { runId: string; total: string },
  { environment: Environment; change: bigint }
>({
  name: 'close_final_bill',
  effect: true,
  text: `with locked as materialized (
      select id, workspace_id, environment, held, budget_id, job_budget_id, finished_at,
        :total::bigint - charged as change,
        ${BOOKED_TODAY} as booked_today from run
      where id = :runId and final_bill_due_at is not null and :total::bigint between 0 and charged + held for update
    ), wallet_now as materialized (
      select w.*, l.held as rest, l.change, case when l.booked_today then l.change else greatest(0, l.change) end
        as change_today from wallet w join locked l on w.workspace_id = l.workspace_id
        and w.environment = l.environment
      for update of w
    ), closed as (
      update wallet w set held = n.held - n.rest, available = n.available + n.rest - n.change,
        ${SPENT('n.change_today')}
      from wallet_now n where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), ${closeBudgets({ released: 'l.held', charge: 'l.change', bookedAt: 'l.finished_at' })}, adjusted as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select case when l.change > 0 then ${WALLET_ACCOUNT_SQL('l', 'held')} else ${PLATFORM_ACCOUNT_SQL('l', 'revenue')}
        end,
        case when l.change > 0 then ${PLATFORM_ACCOUNT_SQL('l', 'revenue')} else ${WALLET_ACCOUNT_SQL('l', 'available')}
          end,
        abs(l.change), 'adjustment', l.id, ${FINAL_BILL_KEY_SQL('l.id')}
      from wallet_now n cross join locked l where l.change <> 0
      returning id
    ), released as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('l', 'held')}, ${WALLET_ACCOUNT_SQL('l', 'available')},
        l.held - greatest(l.change, 0), 'release', l.id, ${CLOSE_KEY_SQL('l.id')}
      from wallet_now n cross join locked l where l.held > greatest(l.change, 0)
      returning id
    ), noted as (
      insert into usage_charge (run_id, reason, amount) select l.id, 'provider_final_bill', l.change from locked l
        where l.change <> 0
      returning run_id
    )
    update run r set held = 0, charged = :total::bigint, final_bill_due_at = null, final_bill_until = null,
      final_bill_readings = r.final_bill_readings + 1
    from locked l where r.id = l.id and (select count(*) from closed) = 1
      and (select count(*) from adjusted) = (select count(*) from noted) and (select count(*) from released) <= 1
    returning r.environment, l.change`,
})

/** False when the bill was already closed. */
export async function closeFinalBill(db: Database, runId: string, total: bigint): Promise<boolean> {
  const [closed] = await db.query(CLOSE_FINAL_BILL, { runId, total: total.toString() })
  if (closed !== undefined) db.emit({ kind: 'bill_closed', ...closed })
  return closed !== undefined
}

export const POSTPONE_FINAL_BILL = statement<{ runId: string; readings: number; seconds: number; unreadable: number }>({
  name: 'postpone_final_bill',
  effect: true,
  text: `update run set final_bill_readings = :readings,
    final_bill_due_at = clock_timestamp() + make_interval(secs => :seconds),
      sweep_at = clock_timestamp() + make_interval(secs => :seconds + ${SWEEP_AFTER_DUE_SECONDS}),
        final_bill_unreadable = :unreadable
    where id = :runId and final_bill_due_at is not null and final_bill_readings < :readings`,
})

export interface BillPostponement {
  /** The readings that found no final bill, and those among them that found an unreadable cost. */
  readonly readings: number
  readonly unreadable: number
  /** The time until the next reading. */
  readonly seconds: number
}

/** Records that a reading found no final bill, and when the next one is due. */
export async function postponeFinalBill(db: Database, runId: string, next: BillPostponement): Promise<void> {
  await db.query(POSTPONE_FINAL_BILL, {
    runId,
    readings: next.readings,
    seconds: next.seconds,
    unreadable: next.unreadable,
  })
}
