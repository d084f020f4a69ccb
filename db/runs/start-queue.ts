import type { Database, Statement } from '../database.ts'

const READ_TAKEN_UP: Statement = {
  name: 'read_runs_taken_up',
  effect: false,
  text: `select id from run where id = any($1) and status not in ('created', 'reserved')`,
}

/** Which of these runs have begun their first attempt, wait for a provider's turn, or have ended: their start is done. */
export async function readTakenUp(db: Database, runIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(READ_TAKEN_UP, [runIds])
  return rows.map(({ id }) => id)
}

export const POSTPONE_STARTS: Statement = {
  name: 'postpone_starts',
  effect: true,
  text: `update run set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => $2)) where id = any($1) and status = 'created'`,
}

export const HAND_OVER_STARTS: Statement = {
  name: 'hand_over_starts',
  effect: true,
  text: `update run set sweep_at = clock_timestamp() where id = any($1) and status = 'created'`,
}

/** What one statement locks at most. */
const ROWS_MAX = 1_000

export const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_MAX) }, (_, batch) => ids.slice(batch * ROWS_MAX, (batch + 1) * ROWS_MAX))

/** Runs that wait for their start in an api are not lost: the sweeper leaves them alone for so long. */
export async function postponeStarts(db: Database, runIds: readonly string[], seconds: number): Promise<void> {
  for (const batch of batchesOf(runIds)) await db.query(POSTPONE_STARTS, [batch, seconds])
}

/** Runs whose api stops: the next sweep starts them. */
export async function handOverStarts(db: Database, runIds: readonly string[]): Promise<void> {
  for (const batch of batchesOf(runIds)) await db.query(HAND_OVER_STARTS, [batch])
}
