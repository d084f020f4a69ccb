import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { SWEEP_AFTER_DUE_SECONDS } from './settle.ts'

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

export const READ_OPEN_BILL = statement<{ runId: string }, OpenBill>({
  name: 'read_open_bill',
  effect: false,
  neverNull: {
    'a run with an open bill is a raw run that was settled': ['rawRequest', 'plan', 'charged', 'quoted', 'overdue'],
  },
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

/** Books the final bill once: the total price of the run, within its hold (`close_final_bill_v1`). */
export const CLOSE_FINAL_BILL = statement<
  { runId: string; total: string },
  { environment: Environment; change: bigint }
>({
  name: 'close_final_bill',
  effect: true,
  neverNull: { 'the function sets them': ['environment', 'change'] },
  text: 'select * from close_final_bill_v1(of_run => :runId, total => :total)',
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
