/**
 * Columns that are computed of `budget b` at this moment: the begin of its period, what was charged in it, and when the
 * next one begins.
 */
export const BUDGET_NOW_SQL = (b: string): string =>
  `budget_starts_v1(${b}) as starts_at, budget_spent_v1(${b}) as spent_now, budget_resets_v1(${b}) as resets_at`

/** The key or app that requested a run, which is the holder of its budget; null: a person. */
export const HOLDER_SQL = (run: string): string => `coalesce(${run}.api_key_id, ${run}.connected_app_id)`
