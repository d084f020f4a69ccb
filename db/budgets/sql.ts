/**
 * Columns that are computed of `budget b` at this moment: the begin of its period, what was charged in it, and when the
 * next one begins.
 */
export const BUDGET_NOW_SQL = (b: string): string =>
  `budget_starts_v1(${b}) as starts_at, budget_spent_v1(${b}) as spent_now, budget_resets_v1(${b}) as resets_at`

/** The key or app that requested a run, which is the holder of its budget; null: a person. */
export const HOLDER_SQL = (run: string): string => `coalesce(${run}.api_key_id, ${run}.connected_app_id)`

interface Closing {
  readonly released: string
  readonly charge: string
  /** When the run's first charge was booked: a return lowers the spending of that period, and no later one's. */
  readonly bookedAt?: string
}

/**
 * The budgets of the runs `locked l` as `budget_now`, of their requesters and of their jobs, and their new amounts
 * once the wallet is locked: what `released` takes from the held amount, and what `charge` adds to the spent one. All
 * are SQL of one run `l`.
 */
export const closeBudgets = ({ released, charge, bookedAt = 'clock_timestamp()' }: Closing): string =>
  `budget_part as materialized (
      select part.budget_id, sum(${released})::bigint as released, sum(${charge})::bigint as charge,
        min(${bookedAt}) as booked_at
      from locked l cross join lateral (values (l.budget_id), (l.job_budget_id)) part (budget_id)
      where part.budget_id is not null and (select count(*) from wallet_now) >= 0 group by part.budget_id
    ), budget_now as materialized (
      select b.*, ${BUDGET_NOW_SQL('b')}
      from budget b where b.id in (select budget_id from budget_part) order by b.id for update
    ), budget_closed as (
      update budget b set held = n.held - p.released, period_start = n.starts_at,
        spent = greatest(0,
          n.spent_now + case when p.booked_at >= n.starts_at then p.charge else greatest(0, p.charge) end)
      from budget_now n join budget_part p on p.budget_id = n.id where b.id = n.id
      returning b.id
    )`
