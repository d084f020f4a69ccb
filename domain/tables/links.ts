import type { JsonObject } from '../json/json.ts'

/** `record` of a run (Spec 4.6), with its table and row found. */
export interface RecordLink {
  /** The table's name when the run was asked for. */
  readonly table: string
  readonly table_id: string
  /** The row's number, as text. */
  readonly row_id: string
  readonly set: JsonObject | null
  /** `all`, a map of result field to row field, or null. */
  readonly save: 'all' | Readonly<Record<string, string>> | null
  readonly on_miss: JsonObject | null
}

/** `into` of a run, with its table found. */
export interface LandingLink {
  readonly table: string
  readonly table_id: string
  readonly status: string | null
}

/** What a run wrote into a table (decisions, "run's `table` member"), as it applies. */
export interface TableResult {
  readonly name: string
  readonly key?: string | null
  readonly saved?: readonly string[]
  readonly inserted?: number
  readonly updated?: number
  readonly unchanged?: number
  readonly conflicts?: readonly JsonObject[]
  /** Results that no row could be made of, or for which the table had no room. */
  readonly refused?: number
}

/** What the sandbox writes into its results (decisions, "`environment`, `simulated`"): a label of the answer, and no field of anybody. */
export const LABEL = 'simulated'
