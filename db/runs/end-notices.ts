import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Statement } from '../database.ts'
import { connectionOptions } from '../outage/connection-options.ts'

/** The channel on which workers tell every api process which runs have ended. */
const CHANNEL = 'run_ended'
/** A notification carries at most 8,000 bytes; an id has 30. */
const IDS_PER_NOTICE_MAX = 200
/** How long a listener waits before it connects again; the shared poll covers what it misses meanwhile. */
const RECONNECT_MS = 1_000
/** How often the listener asks whether its connection still leads anywhere. */
const ASK_EVERY_MS = 10_000
/** Its question takes a millisecond. */
const ANSWER_MS_MAX = 2_000

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

export interface EndListenerOptions {
  readonly url: string
  readonly onEnded: (runIds: readonly string[]) => void
  /** It listens, for the first time or again: what ended before was not heard, and has to be looked for. */
  readonly onListening: () => void
  /** The connection was lost, or could not be made. The next one is made in a second. */
  readonly onLost: (error: unknown) => void
}

/** Listens on a connection of its own, and replaces it when it is lost, also without a word; `stop` ends that. */
export function listenForEnds({ url, onEnded, onListening, onLost }: EndListenerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: url, ...connectionOptions('run end notices') })
    const lost = Promise.withResolvers<never>()
    // Awaited below; until then nobody else hears of it.
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection for run end notices was closed')))
    client.on('notification', ({ payload }) => { if (payload) onEnded(payload.split(',')) })
    const stop = (): void => lost.reject(new Error('stopped'))
    stopping.signal.addEventListener('abort', stop)
    try {
      await Promise.race([client.connect(), lost.promise])
      await Promise.race([answered(client.query(`listen ${CHANNEL}`)), lost.promise])
      onListening()
      for (;;) {
        await Promise.race([sleep(ASK_EVERY_MS, undefined, { ref: false }), lost.promise])
        // Nothing else is ever sent here, so a connection that died in silence would stay silent.
        await Promise.race([answered(client.query('select 1')), lost.promise])
      }
    } finally {
      stopping.signal.removeEventListener('abort', stop)
      client.connection.stream.destroy()
    }
  }

  async function listenAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => { if (!stopping.signal.aborted) onLost(error) })
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = listenAgainAndAgain()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Rejects when the answer takes too long; one that came while this process was paused or busy is seen first. */
async function answered(answer: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error('the connection for run end notices does not answer'))), ANSWER_MS_MAX)
  try {
    await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
