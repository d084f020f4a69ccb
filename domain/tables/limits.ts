/** Quotas of tables and rows by plan (Spec 8; decisions, "plans' table counts"). Both environments count together. */
export const PLANS = ['pay_per_call', 'plus', 'pro', 'scale'] as const
export type PlanName = (typeof PLANS)[number]

export const TABLE_QUOTAS: Readonly<Record<PlanName, { readonly tables: number; readonly rows: number }>> = {
  pay_per_call: { tables: 20, rows: 25_000 },
  plus: { tables: 50, rows: 100_000 },
  pro: { tables: 200, rows: 500_000 },
  scale: { tables: 1_000, rows: 2_000_000 },
}

/** Spec 8. */
export const ROWS_PER_TABLE_MAX = 50_000
export const ROW_BYTES_MAX = 16_384
export const ROWS_PER_WRITE_MAX = 500
/**
 * The limit for one run's result: it is settled in one transaction that has seconds, and a payload may list some
 * hundred thousand things.
 */
export const ROWS_PER_IMPORT_MAX = 5_000

/** How a table identifies its rows (Spec 2.7); `field:<name>` is allowed as well. */
export const KEY_MODES = ['auto', 'domain', 'email', 'linkedin', 'phone', 'handle'] as const

/** The kinds of identity that a row carries; `field` is the value of a `field:<name>` table. */
export const ROW_IDENTITY_KINDS = ['email', 'linkedin', 'phone', 'handle', 'domain', 'field'] as const
export type RowIdentityKind = (typeof ROW_IDENTITY_KINDS)[number]
