import type { JsonObject } from '../json/json.ts'

/** `record` of a run (Spec 4.6), with its table and row resolved. */
export interface RecordLink {
  /** The table's name when the run was requested. */
  readonly table: string
  readonly table_id: string
  /** The row's number, as text. */
  readonly row_id: string
  readonly set: JsonObject | null
  /** `all`, a map of result field to row field, or null. */
  readonly save: 'all' | Readonly<Record<string, string>> | null
  readonly on_miss: JsonObject | null
}

/** `into` of a run, with its table resolved. */
export interface ImportLink {
  readonly table: string
  readonly table_id: string
  readonly status: string | null
}

/** What a run wrote into a table (decisions, "run's `table` member"), with the members that apply. */
export interface TableResult {
  readonly name: string
  readonly key?: string | null
  readonly saved?: readonly string[]
  readonly inserted?: number
  readonly updated?: number
  readonly unchanged?: number
  readonly conflicts?: readonly JsonObject[]
  /** Results that went into a row though they may be about another person. */
  readonly merged?: readonly { readonly key: string; readonly identity: string; readonly reason: string }[]
  /** Results that could not become a row, or for which the table had no room. */
  readonly refused?: number
}

/**
 * The label that the sandbox writes into its results (decisions, "`environment`, `simulated`"): it belongs to the
 * answer, and is no field of a person or company.
 */
export const LABEL = 'simulated'
