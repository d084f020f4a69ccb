import pg from 'pg'
import type { Session } from '../../../domain/database/silence.ts'

export interface SessionReport {
  /** Keyed by the database's process id; sessions that the database does not have are absent. */
  readonly sessions: ReadonlyMap<number, Session>
  readonly pooled: boolean
}

/**
 * Queries the database over separate connections, so that an exhausted pool does not look like a database that hangs.
 */
export interface SessionProbe {
  /**
   * Over the connection that is kept, or over a new one. Resolves with null when the database refuses; may never
   * resolve.
   */
  probe(by: 'kept' | 'new', pids: readonly number[]): Promise<SessionReport | null>
  /** Drops every connection that waits for an answer. */
  giveUp(): void
  close(): void
}

const PROBE = `select w.pid, a.state,
  (extract(epoch from clock_timestamp() - a.state_change) * 1000)::float8 as since_ms, pg_backend_pid() as prober
  from unnest($1::int[]) w (pid) left join pg_stat_activity a on a.pid = w.pid
  where w.pid = pg_backend_pid() or a.pid is not null`

interface SessionRow {
  readonly pid: number
  readonly state: string | null
  readonly since_ms: number | null
  readonly prober: number
}

export function createSessionProbe(config: pg.ClientConfig): SessionProbe {
  let kept: pg.Client | null = null
  const probing = new Set<pg.Client>()
  const drop = (client: pg.Client): void => {
    probing.delete(client)
    if (kept === client) kept = null
    client.connection.stream.destroy()
  }

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client(config)
    // A connection that breaks while it is idle is replaced by the next query.
    client.on('error', () => {
      drop(client)
    })
    probing.add(client)
    try {
      await client.connect()
    } catch (error) {
      drop(client)
      throw error
    }
    return client
  }

  return {
    async probe(by, pids) {
      let client = by === 'kept' ? kept : null
      try {
        client ??= await connected()
        probing.add(client)
        const own: unknown = Reflect.get(client, 'processID')
        const { rows } = await client.query<SessionRow>(PROBE, [[...pids, own]])
        probing.delete(client)
        // Of two connections that were queried, the first one to answer is kept.
        if (kept !== null && kept !== client) drop(kept)
        kept = client
        return {
          sessions: new Map(rows.map(({ pid, state, since_ms: sinceMs }) => [pid, { state, sinceMs }])),
          pooled: !rows.some(({ pid, prober }) => pid === prober && pid === own),
        }
      } catch {
        // The requests themselves get the reason for the refusal.
        if (client !== null) drop(client)
        return null
      }
    },
    giveUp() {
      for (const client of probing) drop(client)
    },
    close() {
      for (const client of [...probing, ...(kept === null ? [] : [kept])]) drop(client)
    },
  }
}
