import pg from 'pg'
import type { Database, Statement } from '../database.ts'

/** The channel on which workers tell every api process which runs have ended. */
const CHANNEL = 'run_ended'
/** A notification carries at most 8,000 bytes; an id has 30. */
const IDS_PER_NOTICE_MAX = 200
/** How long a listener waits before it connects again; the shared poll covers what it misses meanwhile. */
const RECONNECT_MS = 1_000

const NOTIFY: Statement = { name: 'notify_ended_runs', effect: false, text: `select pg_notify('${CHANNEL}', $1)` }

export interface EndNotices {
  notify(runId: string): void
  /** Resolves when everything said so far was sent or given up. */
  flushed(): Promise<void>
}

/**
 * Sends ended runs in batches, after their commit and outside of it: NOTIFY inside the settling transaction
 * would serialize all commits on one lock. While one batch is under way the next gathers. A lost batch only
 * costs the listeners their next poll, so a failure is logged and not retried.
 */
export function createEndNotices(db: Database, onLost: (error: unknown) => void): EndNotices {
  let waiting: string[] = []
  let sending: Promise<void> | null = null

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, IDS_PER_NOTICE_MAX)
      waiting = waiting.slice(IDS_PER_NOTICE_MAX)
      await db.query(NOTIFY, [batch.join(',')]).catch(onLost)
    }
    sending = null
  }

  return {
    notify(runId) {
      waiting.push(runId)
      sending ??= Promise.resolve().then(send)
    },
    flushed: async () => { await sending },
  }
}

/** Listens on a connection of its own and reconnects by itself; the answer stops it. */
export function listenForEnds(url: string, onEnded: (runIds: readonly string[]) => void, onLost: (error: unknown) => void): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'run end notices', keepAlive: true })
    client = next
    let retried = false
    const retry = (error: unknown): void => {
      if (retried || stopped) return
      retried = true
      onLost(error)
      next.end().catch(() => undefined) // It is broken already; only its socket is to be freed.
      timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on('error', retry)
    next.on('end', () => retry(new Error('the connection for run end notices was closed')))
    next.on('notification', ({ payload }) => { if (payload) onEnded(payload.split(',')) })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      retry(error)
    }
  }

  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined) // Nothing is lost with it.
    },
  }
}
