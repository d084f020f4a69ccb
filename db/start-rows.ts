import type { Database, Statement } from './database.ts'

/** What a gate of starts asks and writes about the rows whose work it starts (workflows/start-gate.ts). $1: their ids. */
export interface StartStatements {
  /** The ids of those whose start is done. */
  readonly takenUp: Statement
  /** Keeps the sweeper off those that wait, for $2 seconds. */
  readonly postpone: Statement
  /** Leaves those that wait to the next sweep. */
  readonly handOver: Statement
}

/** What one statement locks at most. */
const ROWS_MAX = 1_000

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_MAX) }, (_, batch) => ids.slice(batch * ROWS_MAX, (batch + 1) * ROWS_MAX))

/** Answers which of some ids are taken up, by this statement. */
export const takenUpBy = (db: Database, takenUp: Statement) => async (ids: readonly string[]): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(takenUp, [ids])
  return rows.map(({ id }) => id)
}

/** The statements as a gate calls them. */
export const startRows = (db: Database, { takenUp, postpone, handOver }: StartStatements) => ({
  readTakenUp: takenUpBy(db, takenUp),
  async postpone(ids: readonly string[], seconds: number): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(postpone, [batch, seconds])
  },
  async handOver(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids)) await db.query(handOver, [batch])
  },
})
