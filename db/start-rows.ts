import type { Database } from './database.ts'
import type { Statement } from './statement.ts'

/**
 * The statements with which a start gate reads and writes the rows whose work it starts
 * (workflows/starters/start-gate.ts).
 */
export interface StartStatements {
  /** The ids of the rows whose work has started. */
  readonly started: Statement<Ids, { id: string }>
  /** Keeps the sweeper away from the waiting rows. */
  readonly postpone: Statement<Ids & { seconds: number }>
  /** Leaves the waiting rows to the next sweep. */
  readonly releaseToSweeper: Statement<Ids>
}

type Ids = { ids: readonly string[] }

/** The most rows that one statement locks. */
const ROWS_MAX = 1_000

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_MAX) }, (_, batch) =>
    ids.slice(batch * ROWS_MAX, (batch + 1) * ROWS_MAX),
  )

/** Returns those of the given ids whose work has started, by this statement. */
export const readStartedBy =
  (db: Database, started: StartStatements['started']) =>
  async (ids: readonly string[]): Promise<string[]> => {
    const rows = await db.query(started, { ids })
    return rows.map(({ id }) => id)
  }

/** The statements as functions for a start gate. */
export const startRows = (db: Database, { started, postpone, releaseToSweeper }: StartStatements) => ({
  readStarted: readStartedBy(db, started),
  async postpone(ids: readonly string[], seconds: number): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(postpone, { ids: batch, seconds })
  },
  async releaseToSweeper(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(releaseToSweeper, { ids: batch })
  },
})
