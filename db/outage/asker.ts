import pg from 'pg'
import type { Session } from '../../domain/database/silence.ts'

export interface Answer {
  /** By the database's number; sessions that it does not have are not in here. */
  readonly sessions: ReadonlyMap<number, Session>
  readonly pooled: boolean
}

/** Asks the database by connections of its own, so that a pool that is used up does not look like a database that hangs. */
export interface Asker {
  /** By the connection that is kept, or by a new one. Resolves with null when the database refuses; may wait for ever. */
  ask(by: 'kept' | 'new', pids: readonly number[]): Promise<Answer | null>
  /** Gives up whatever waits for an answer. */
  giveUp(): void
  close(): void
}

const ASK = `select w.pid, a.state, (extract(epoch from clock_timestamp() - a.state_change) * 1000)::float8 as since_ms, pg_backend_pid() as asker
  from unnest($1::int[]) w (pid) left join pg_stat_activity a on a.pid = w.pid
  where w.pid = pg_backend_pid() or a.pid is not null`

interface SessionRow {
  readonly pid: number
  readonly state: string | null
  readonly since_ms: number | null
  readonly asker: number
}

export function createAsker(config: pg.ClientConfig): Asker {
  let kept: pg.Client | null = null
  const asking = new Set<pg.Client>()
  const drop = (client: pg.Client): void => {
    asking.delete(client)
    if (kept === client) kept = null
    client.connection.stream.destroy()
  }

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client(config)
    // A connection that breaks while nothing is asked is replaced by the next question.
    client.on('error', () => { drop(client) })
    asking.add(client)
    try {
      await client.connect()
    } catch (error) {
      drop(client)
      throw error
    }
    return client
  }

  return {
    async ask(by, pids) {
      let client = by === 'kept' ? kept : null
      try {
        client ??= await connected()
        asking.add(client)
        const own: unknown = Reflect.get(client, 'processID')
        const { rows } = await client.query<SessionRow>(ASK, [[...pids, own]])
        asking.delete(client)
        // Of two that were asked the first one to answer is kept.
        if (kept !== null && kept !== client) drop(kept)
        kept = client
        return {
          sessions: new Map(rows.map(({ pid, state, since_ms: sinceMs }) => [pid, { state, sinceMs }])),
          pooled: !rows.some(({ pid, asker }) => pid === asker && pid === own),
        }
      } catch {
        // Why it refuses is what the requests themselves are told.
        if (client !== null) drop(client)
        return null
      }
    },
    giveUp() { for (const client of asking) drop(client) },
    close() { for (const client of [...asking, ...(kept === null ? [] : [kept])]) drop(client) },
  }
}
