import { setTimeout as sleep } from 'node:timers/promises'
import { at, httpClient } from '../../../test/support/http.ts'
import type { StreamReader } from '../evidence.ts'
import type { Customer } from './customers.ts'

const PAGE = 50
const WAIT_SECONDS = 10
const PAUSE_MS = 500
const REQUEST_MS_MAX = 25_000
/** How often the rest of a stream is read at the end. */
const REST_TRIES_MAX = 40

/** Continues by its cursor, whatever happens in between. */
export interface CursorReader {
  seen(): StreamReader
  /** Reads what is left. */
  stop(): Promise<void>
}

export function startReader(urls: readonly string[], { workspaceId, keys }: Customer): CursorReader {
  const eventIds: string[] = []
  const clients = urls.map((url) => httpClient(url, keys.live))
  const stopping = new AbortController()
  let turn = 0
  /** The number of events; null: no page came. */
  const readPage = async (waitSeconds: number): Promise<number | null> => {
    turn += 1
    const cursor = eventIds.at(-1)
    const path = `/v1/events?limit=${PAGE}&wait=${waitSeconds}${cursor === undefined ? '' : `&after=${cursor}`}`
    const answer = await clients[turn % clients.length]
      ?.request(path, { signal: AbortSignal.timeout(REQUEST_MS_MAX) })
      .catch(() => null)
    if (answer?.status !== 200) return null
    const ids = [answer.at('items')].flat().flatMap((event) => [at(event, 'id')].filter((id) => typeof id === 'string'))
    eventIds.push(...ids)
    return ids.length
  }
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      if ((await readPage(WAIT_SECONDS)) === null) await sleep(PAUSE_MS)
    }
    for (let tries = 0; tries < REST_TRIES_MAX; tries += 1) {
      if ((await readPage(0)) === 0) return
    }
  })()
  return {
    seen: () => ({ name: `reader of ${workspaceId}`, workspaceId, environment: 'live', eventIds }),
    async stop() {
      stopping.abort()
      await reading
    },
  }
}

export interface Probe {
  readonly at: number
  /** The answer of /readyz; 0: none. */
  readonly status: number
}

const PROBE_EVERY_MS = 1_000
const PROBE_MS_MAX = 5_000

/** Checks each second whether one api is ready. */
export function startProbe(url: string): { readonly probes: readonly Probe[]; stop(): void } {
  const probes: Probe[] = []
  const timer = setInterval(() => {
    const sentAt = Date.now()
    void fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS_MAX) }).then(
      async (response) => {
        await response.arrayBuffer()
        probes.push({ at: sentAt, status: response.status })
      },
      () => {
        probes.push({ at: sentAt, status: 0 })
      },
    )
  }, PROBE_EVERY_MS)
  return { probes, stop: () => clearInterval(timer) }
}
