import type { Database, Statement } from './database.ts'

/**
 * The statements with which a start gate reads and writes the rows whose work it starts (workflows/start-gate.ts). $1:
 * their ids.
 */
export interface StartStatements {
  /** The ids of the rows whose work has started. */
  readonly takenUp: Statement
  /** Keeps the sweeper away from the waiting rows for $2 seconds. */
  readonly postpone: Statement
  /** Leaves the waiting rows to the next sweep. */
  readonly handOver: Statement
}

/** The most rows that one statement locks. */
const ROWS_MAX = 1_000

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_MAX) }, (_, batch) =>
    ids.slice(batch * ROWS_MAX, (batch + 1) * ROWS_MAX),
  )

/** Returns those of the given ids whose work has started, by this statement. */
export const takenUpBy =
  (db: Database, takenUp: Statement) =>
  async (ids: readonly string[]): Promise<string[]> => {
    const rows = await db.query<{ id: string }>(takenUp, [ids])
    return rows.map(({ id }) => id)
  }

/** The statements as functions for a start gate. */
export const startRows = (db: Database, { takenUp, postpone, handOver }: StartStatements) => ({
  readTakenUp: takenUpBy(db, takenUp),
  async postpone(ids: readonly string[], seconds: number): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(postpone, [batch, seconds])
  },
  async handOver(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(handOver, [batch])
  },
})
