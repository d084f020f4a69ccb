import type { Database } from './database.ts'
import type { Statement } from './statement.ts'

/**
 * The statements with which a start gate reads and writes the rows whose work it starts
 * (workflows/starters/start-gate.ts).
 */
export interface StartStatements {
  /** The ids of the rows whose work has started. */
  readonly takenUp: Statement<Ids, { id: string }>
  /** Keeps the sweeper away from the waiting rows. */
  readonly postpone: Statement<Ids & { seconds: number }>
  /** Leaves the waiting rows to the next sweep. */
  readonly handOver: Statement<Ids>
}

type Ids = { ids: readonly string[] }

/** The most rows that one statement locks. */
const ROWS_MAX = 1_000

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_MAX) }, (_, batch) =>
    ids.slice(batch * ROWS_MAX, (batch + 1) * ROWS_MAX),
  )

/** Returns those of the given ids whose work has started, by this statement. */
export const takenUpBy =
  (db: Database, takenUp: StartStatements['takenUp']) =>
  async (ids: readonly string[]): Promise<string[]> => {
    const rows = await db.query(takenUp, { ids })
    return rows.map(({ id }) => id)
  }

/** The statements as functions for a start gate. */
export const startRows = (db: Database, { takenUp, postpone, handOver }: StartStatements) => ({
  readTakenUp: takenUpBy(db, takenUp),
  async postpone(ids: readonly string[], seconds: number): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(postpone, { ids: batch, seconds })
  },
  async handOver(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(handOver, { ids: batch })
  },
})
