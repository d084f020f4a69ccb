import type { Database } from '../../../db/database.ts'
import {
  type EventToWrite,
  type StreamOwner,
  type WrittenEvents,
  writeEvents,
} from '../../../db/delivery/events/write.ts'
import { statement } from '../../../db/statement.ts'
import { progress } from '../../../ops/report/markdown.ts'
import { type BenchWorkspace, createBenchWorkspace } from '../workspace.ts'

/** The size of a short email. */
const TEXT = 'An invented answer to an invented question, long enough to be a short email. '.repeat(6)

const EVENT: EventToWrite = {
  type: 'email.received',
  data: {
    inbox: 'ada@example.com',
    inbox_id: 'inbox-1',
    message_id: '<1@example.org>',
    thread_id: 'thread-1',
    from: 'Robin <robin@example.org>',
    to: ['ada@example.com'],
    cc: [],
    subject: 'An answer',
    preview: TEXT.slice(0, 100),
    text: TEXT,
    labels: ['inbox'],
    received_at: '2026-11-20T09:30:00.000Z',
    class: 'reply',
    evidence: null,
    returns_at: null,
    successor: null,
  },
}

const WRITE_EVENT = { name: 'bench_write_event', effect: true } as const

/** One event in a separate transaction, as an inbound message writes it. */
export const writeOne = (db: Database, owner: StreamOwner): Promise<WrittenEvents> =>
  db.transaction(WRITE_EVENT, (tx) => writeEvents(tx, owner, [EVENT]))

/** The loaded events, and the values that the reads use. */
export interface LoadedEvents {
  readonly workspace: BenchWorkspace
  readonly inAll: number
  readonly middle: { readonly id: string; readonly at: string }
  /** Five hundred events before the end. */
  readonly lateId: string
}

/** The first is read; the others share a quarter of its number. */
const WORKSPACES = 5
const BATCH = 50_000
const DAYS = 29
export const RARE_TYPE = 'account.disconnected'
const RARE_EVERY = 10_000

/**
 * `$1` workspace, `$2` its number, `$3` and `$4` sequences from and to, `$5` the total number, `$6` data. Spread over
 * the retention period.
 */
const INSERT_EVENTS = `insert into event (id, workspace_id, environment, sequence, type, created_at, data)
  select 'evt_' || $2 || lpad(n::text, 25, '0'), $1, 'live', n,
    case when n % ${RARE_EVERY} = 0 then '${RARE_TYPE}' when n % 10 < 6 then 'email.received'
      when n % 10 < 9 then 'email.delivered' else 'linkedin.message_received' end,
    clock_timestamp() - interval '${DAYS} days' + n * (interval '${DAYS} days' / $5), $6::json
  from generate_series($3::bigint, $4::bigint) n`

const INSERT_COUNTER = `insert into event_counter (workspace_id, environment, last_sequence, last_at)
  select workspace_id, environment, max(sequence), max(created_at) from event where workspace_id = any ($1)
    group by workspace_id, environment`

const READ_TIME = statement<{ id: string }, { at: Date }>({
  name: 'bench_read_time',
  effect: false,
  text: 'select created_at as at from event where id = :id',
})

/** Streams in their state after a month, written directly to the database. */
export async function loadEvents(db: Database, rows: number): Promise<LoadedEvents> {
  const workspaces: BenchWorkspace[] = []
  for (let index = 0; index < WORKSPACES; index += 1) workspaces.push(await createBenchWorkspace(db, `stream ${index}`))
  const [workspace] = workspaces
  if (workspace === undefined) throw new Error('unreachable')
  const others = Math.floor(rows / 4 / (WORKSPACES - 1))
  for (const [index, { id }] of workspaces.entries()) {
    const count = index === 0 ? rows : others
    for (let from = 1; from <= count; from += BATCH) {
      const to = Math.min(count, from + BATCH - 1)
      await db.pool.query(INSERT_EVENTS, [id, String(index), from, to, count, JSON.stringify(EVENT.data)])
      progress(`webhooks: ${to} of ${count} events of stream ${index + 1} of ${WORKSPACES} loaded`)
    }
  }
  await db.pool.query(INSERT_COUNTER, [workspaces.map(({ id }) => id)])
  // The same state as after autovacuum: the planner has statistics of the table, and its pages are marked visible.
  await db.pool.query('vacuum analyze event')
  const idOf = (sequence: number): string => `evt_0${String(sequence).padStart(25, '0')}`
  const middleId = idOf(Math.floor(rows / 2))
  const [middle] = await db.query(READ_TIME, { id: middleId })
  if (middle === undefined) throw new Error('unreachable')
  return {
    workspace,
    inAll: rows + others * (WORKSPACES - 1),
    middle: { id: middleId, at: middle.at.toISOString() },
    lateId: idOf(rows - 500),
  }
}
