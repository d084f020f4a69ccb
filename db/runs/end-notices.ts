import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { connectionOptions } from '../engine/outage/connection-options.ts'

/** The channel on which workers notify every API process of ended runs. */
const CHANNEL = 'run_ended'
/** A notification carries at most 8,000 bytes; an id has 30. */
const IDS_PER_NOTICE_MAX = 200
/** A listener waits this long before it reconnects; the shared poll covers the notices that it misses in between. */
const RECONNECT_MS = 1_000
/** How often the listener checks that its connection is alive. */
const PROBE_EVERY_MS = 10_000
/** The check's query takes a millisecond. */
const ANSWER_MS_MAX = 2_000

export const NOTIFY = statement<{ runIds: string }>({
  name: 'notify_ended_runs',
  effect: false,
  text: `select pg_notify('${CHANNEL}', :runIds)`,
})

export interface EndNotices {
  notify(runId: string): void
  /** Resolves when every notice so far was sent or given up. */
  flushed(): Promise<void>
}

/**
 * Sends the ids of ended runs in batches, after their commit and outside of it: NOTIFY inside the settling transaction
 * would serialize all commits on one lock. While one batch is under way, the next one collects. A lost batch only makes
 * the listeners wait for their next poll, so a failure is logged and not retried.
 */
export function createEndNotices(db: Database, onLost: (error: unknown) => void): EndNotices {
  let waiting: string[] = []
  let sending: Promise<void> | null = null

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, IDS_PER_NOTICE_MAX)
      waiting = waiting.slice(IDS_PER_NOTICE_MAX)
      await db.query(NOTIFY, { runIds: batch.join(',') }).catch(onLost)
    }
    sending = null
  }

  return {
    notify(runId) {
      waiting.push(runId)
      sending ??= Promise.resolve().then(send)
    },
    flushed: async () => {
      await sending
    },
  }
}

export interface EndListenerOptions {
  readonly url: string
  readonly onEnded: (runIds: readonly string[]) => void
  /**
   * It listens, for the first time or again: it missed the notices before this, so the caller must look for ended runs.
   */
  readonly onListening: () => void
  /** The connection was lost or could not be opened. The next attempt follows in a second. */
  readonly onLost: (error: unknown) => void
}

/** Listens on a separate connection and replaces it when it is lost, even silently; `stop` ends that. */
export function listenForEnds({ url, onEnded, onListening, onLost }: EndListenerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: url, ...connectionOptions('run end notices') })
    const lost = Promise.withResolvers<never>()
    // The rejection is handled below; until then this handler prevents an unhandled one.
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection for run end notices was closed')))
    client.on('notification', ({ payload }) => {
      if (payload) onEnded(payload.split(','))
    })
    const stop = (): void => lost.reject(new Error('stopped'))
    stopping.signal.addEventListener('abort', stop)
    try {
      await Promise.race([client.connect(), lost.promise])
      await Promise.race([answered(client.query(`listen ${CHANNEL}`)), lost.promise])
      onListening()
      for (;;) {
        await Promise.race([sleep(PROBE_EVERY_MS, undefined, { ref: false }), lost.promise])
        // The client sends nothing else on this connection, so a silently lost connection would stay unnoticed.
        await Promise.race([answered(client.query('select 1')), lost.promise])
      }
    } finally {
      stopping.signal.removeEventListener('abort', stop)
      client.connection.stream.destroy()
    }
  }

  async function listenAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopping.signal.aborted) onLost(error)
      })
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

/**
 * Rejects when the answer takes too long. An answer that arrived while this process was paused or busy is read first.
 */
async function answered(answer: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new Error('the connection for run end notices does not answer'))),
    ANSWER_MS_MAX,
  )
  try {
    await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
