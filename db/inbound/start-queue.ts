import type { Database, Statement } from '../database.ts'
import { batchesOf } from '../runs/start-queue.ts'

const READ_TAKEN_UP: Statement = {
  name: 'read_inbound_taken_up',
  effect: false,
  text: `select id from inbound_message where id = any($1) and processed_at is not null`,
}

/** Which of these messages are processed: their start is done. */
export async function readInboundTakenUp(db: Database, inboundIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(READ_TAKEN_UP, [inboundIds])
  return rows.map(({ id }) => id)
}

export const POSTPONE_INBOUND: Statement = {
  name: 'postpone_inbound',
  effect: true,
  text: `update inbound_message set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => $2))
    where id = any($1) and processed_at is null`,
}

export const HAND_OVER_INBOUND: Statement = {
  name: 'hand_over_inbound',
  effect: true,
  text: `update inbound_message set sweep_at = clock_timestamp() where id = any($1) and processed_at is null`,
}

/** Messages that wait for their start in an api are not lost: the sweeper leaves them alone for so long. */
export async function postponeInbound(db: Database, inboundIds: readonly string[], seconds: number): Promise<void> {
  for (const batch of batchesOf(inboundIds)) await db.query(POSTPONE_INBOUND, [batch, seconds])
}

/** Messages whose api stops: the next sweep starts them. */
export async function handOverInbound(db: Database, inboundIds: readonly string[]): Promise<void> {
  for (const batch of batchesOf(inboundIds)) await db.query(HAND_OVER_INBOUND, [batch])
}
