import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A count at this limit means "at least": the index is walked no further. */
export const COUNTED_MAX = 50_000
/** Sweepers look every five seconds; work that is overdue for longer than this has been left behind. */
const OVERDUE_AFTER_SECONDS = 15

/** The waiting work at one instant; ages in seconds, 0 where nothing waits. */
export interface Backlog {
  /** By status; `final_bill` is an ended run that awaits its bill. */
  readonly openRuns: Readonly<Record<string, number>>
  readonly oldestOpenRunAge: number
  readonly overdueRuns: number
  readonly oldestOverdueRunAge: number
  readonly pendingDeliveries: number
  readonly dueDeliveries: number
  readonly oldestDueDeliveryAge: number
  readonly waitingMessages: number
  readonly oldestWaitingMessageAge: number
}

/** Seconds since an instant; 0 where there is none. */
export const AGE = (of: string): string =>
  `coalesce(greatest(0, extract(epoch from now() - ${of})), 0)::double precision`

/** Each part walks the same partial index as its sweeper, which holds only what is open. */
export const READ_BACKLOG = statement<{ countedMax: number; overdueAfterSeconds: number }, Backlog>({
  name: 'read_backlog',
  effect: false,
  text: `with open_run as materialized (
      select case when finished_at is null then status else 'final_bill' end as status, created_at, sweep_at,
        sweep_at < now() - make_interval(secs => :overdueAfterSeconds) as overdue
      from run where finished_at is null or final_bill_due_at is not null order by sweep_at limit :countedMax
    ), delivery as materialized (
      select next_attempt_at, next_attempt_at < now() as due from webhook_delivery where status = 'pending'
        order by sweep_at limit :countedMax
    ), message as materialized (
      select received_at from inbound_message where processed_at is null order by sweep_at limit :countedMax
    )
    select
      (select coalesce(json_object_agg(status, runs), '{}')
        from (select status, count(*) as runs from open_run group by status) counted) as "openRuns",
      (select ${AGE("min(created_at) filter (where status <> 'final_bill')")} from open_run) as "oldestOpenRunAge",
      (select (count(*) filter (where overdue))::integer from open_run) as "overdueRuns",
      (select ${AGE('min(sweep_at) filter (where overdue)')} from open_run) as "oldestOverdueRunAge",
      (select count(*)::integer from delivery) as "pendingDeliveries",
      (select (count(*) filter (where due))::integer from delivery) as "dueDeliveries",
      (select ${AGE('min(next_attempt_at) filter (where due)')} from delivery) as "oldestDueDeliveryAge",
      (select count(*)::integer from message) as "waitingMessages",
      (select ${AGE('min(received_at)')} from message) as "oldestWaitingMessageAge"`,
})

/** Reads the waiting work. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const [backlog] = await db.query(READ_BACKLOG, {
    countedMax: COUNTED_MAX,
    overdueAfterSeconds: OVERDUE_AFTER_SECONDS,
  })
  if (backlog === undefined) throw new Error('a row of aggregates is always there')
  return backlog
}
