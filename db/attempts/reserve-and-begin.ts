import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { type AttemptToBegin, beginValues, type BeginValues, movesSql, TAKE_SLOT_AND_BEGIN_SQL } from './begin.ts'
import {
  holdSql,
  type HoldValues,
  holdValues,
  IS_HELD_SQL,
  type Reservation,
  type Reserved,
  reservedAs,
  RESERVED_SQL,
  type ReserveRow,
} from '../runs/reserve.ts'

/**
 * `RESERVE_RUN` and `BEGIN_ATTEMPT` of the first attempt in one statement, for runs that are no sends: one round trip,
 * one commit and one version of the run's row instead of two. It locks the run, the wallet, the budget and then the
 * account. Without capacity of the account the hold is made and the run is `queued`.
 */
export const RESERVE_AND_BEGIN = statement<HoldValues & BeginValues, ReserveRow & { begun: bigint }>({
  name: 'reserve_and_begin',
  effect: true,
  text: `with locked as materialized (
      select id, workspace_id, environment, capability, raw_request, api_key_id, connected_app_id, job_id
      from run
      where id = :runId and status = 'created' and send is null for update
    ), ${holdSql('0')}, open as materialized (
      select l.*, j.budget_id, j.job_budget_id, :number::integer as number
      from locked l join judged j on j.refusal is null
    ), ${TAKE_SLOT_AND_BEGIN_SQL}, reserved as (
      update run r set ${RESERVED_SQL.written('o')},
        ${movesSql()}
      from open o
      where r.id = o.id and ${IS_HELD_SQL}
      returning ${RESERVED_SQL.returned}
    )
    select ${RESERVED_SQL.selected}, (select count(*) from begun) as begun
    from judged j left join reserved r on true`,
})

export type ReservedAndBegun =
  | Exclude<Reserved, { kind: 'reserved' }>
  | { readonly kind: 'begun' }
  /** The hold is made, and the provider's account has no capacity now. */
  | { readonly kind: 'queued' }

/** The hold of a plan's maximum, and the begin of the plan's first attempt for an executor. */
export interface ReserveAndBegin {
  readonly reservation: Reservation
  readonly attempt: AttemptToBegin
}

/** Holds the plan's maximum and begins the plan's first attempt for this executor (decisions, "A run"). */
export async function reserveAndBegin(
  db: Queries,
  { reservation, attempt }: ReserveAndBegin,
): Promise<ReservedAndBegun> {
  const [row] = await db.query(RESERVE_AND_BEGIN, { ...holdValues(reservation), ...beginValues(attempt) })
  return reservedAndBegun(db, row, row?.begun === 1n)
}

/** What the row of a reservation says; emits its metric event. */
export function reservedAndBegun(
  db: Pick<Queries, 'emit'>,
  row: ReserveRow | undefined,
  begun: boolean,
): ReservedAndBegun {
  const reserved = reservedAs(db, row)
  return reserved.kind === 'reserved' ? { kind: begun ? 'begun' : 'queued' } : reserved
}
