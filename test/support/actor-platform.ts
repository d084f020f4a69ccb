import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the runs that are started from now on will go. */
export interface ActorScript {
  readonly status?: 'SUCCEEDED' | 'FAILED' | 'TIMED-OUT' | 'ABORTED'
  readonly items?: readonly unknown[]
  /** What the run is said to have cost at its end, as it stands in the answer; null: nothing is booked yet. */
  readonly cost?: unknown
  readonly pricingInfo?: object
  readonly chargedEventCounts?: Readonly<Record<string, number>>
  /** What it is said to have cost from `FINAL_COST_AFTER_MS` after its start on, where that differs from `cost`. */
  readonly finalCost?: number
  /** Ends only by `finish`, or when it is aborted. */
  readonly held?: boolean
  /** Refuses to start. */
  readonly refusal?: { readonly status: number; readonly type: string }
}

/** An actor as its page and its default build describe it. */
export interface ActorPage {
  /** The members of a build that say what the actor takes. */
  readonly build: Readonly<Record<string, unknown>>
  readonly stats?: Readonly<Record<string, unknown>>
}

interface StartedRun {
  readonly id: string
  readonly actorId: string
  readonly input: unknown
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

/**
 * The actor platform's API as its document states it, over real HTTP: runs start, are waited for, cost, and can be
 * stopped.
 */
export interface ActorPlatform {
  readonly url: string
  readonly started: readonly StartedRun[]
  readonly aborted: readonly string[]
  script(script: ActorScript | ((input: unknown) => ActorScript)): void
  /** Ends every run that is held. */
  finish(): void
  /** What every run so far has cost in the end, as it stands in the answer; null: it is not booked. */
  bill(cost: unknown): void
  /** What is known of an actor from now on. */
  publish(actorId: string, page: ActorPage): void
  /** How often builds were read. */
  readonly buildReads: number
  /** Answers every reading with this status for now; null: as usual. */
  refuseReads(status: number | null, retryAfterSeconds?: number): void
  /** Answers this many requests for items, after the first, with a 502. */
  refuseItems(count: number): void
  reset(): void
  close(): Promise<void>
}

interface Run {
  readonly started: StartedRun
  readonly script: ActorScript
  readonly startedAt: number
  status: string
  cost: unknown
}

const WAIT_STEP_MS = 20
const FINAL_COST_AFTER_MS = 1_000

export async function startActorPlatform(): Promise<ActorPlatform> {
  const runs = new Map<string, Run>()
  const aborted: string[] = []
  const pages = new Map<string, ActorPage>()
  const state: {
    script: ActorScript | ((input: unknown) => ActorScript)
    readStatus: number | null
    retryAfter: number | undefined
    itemsRefused: number
    buildReads: number
  } = {
    script: {},
    readStatus: null,
    retryAfter: undefined,
    itemsRefused: 0,
    buildReads: 0,
  }
  const end = (run: Run): void => {
    run.status = run.script.status ?? 'SUCCEEDED'
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const url = new URL(request.url ?? '/', 'http://platform.invalid')
    const send = (status: number, body: unknown): void => {
      const later =
        status === state.readStatus && state.retryAfter !== undefined ? { 'retry-after': String(state.retryAfter) } : {}
      response.writeHead(status, { 'content-type': 'application/json', ...later }).end(JSON.stringify(body))
    }
    const start = /^\/v2\/actors\/([^/]+)\/runs$/.exec(url.pathname)
    if (start !== null && request.method === 'POST') {
      const input: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null')
      const script = typeof state.script === 'function' ? state.script(input) : state.script
      const { refusal } = script
      if (refusal !== undefined)
        return send(refusal.status, { error: { type: refusal.type, message: `${refusal.type}, says the platform` } })
      const started: StartedRun = {
        id: `run${runs.size + 1}x${Date.now().toString(36)}`,
        actorId: decodeURIComponent(start[1] ?? ''),
        input,
        query: Object.fromEntries(url.searchParams),
        authorization: request.headers.authorization,
      }
      const run: Run = { started, script, startedAt: Date.now(), status: 'RUNNING', cost: script.cost ?? null }
      runs.set(started.id, run)
      if (script.held !== true) end(run)
      return send(201, { data: { ...presented(run), status: 'READY' } })
    }
    const read = /^\/v2\/actor-runs\/([^/]+)(\/abort)?$/.exec(url.pathname)
    const run = runs.get(read?.[1] ?? '')
    if (run !== undefined && read?.[2] !== undefined) {
      aborted.push(run.started.id)
      if (run.status === 'RUNNING') run.status = 'ABORTED'
      return send(200, { data: presented(run) })
    }
    if (run !== undefined) {
      if (state.readStatus !== null)
        return send(state.readStatus, { error: { type: 'internal-server-error', message: 'for now' } })
      const until = Date.now() + Number(url.searchParams.get('waitForFinish') ?? '0') * 1000
      while (run.status === 'RUNNING' && Date.now() < until && !response.destroyed)
        await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
      if (run.script.finalCost !== undefined && Date.now() - run.startedAt >= FINAL_COST_AFTER_MS)
        run.cost = run.script.finalCost
      return send(200, { data: presented(run) })
    }
    const page = /^\/v2\/actors\/([^/]+)(\/builds\/default)?$/.exec(url.pathname)
    if (page !== null && request.method === 'GET') {
      if (page[2] !== undefined) state.buildReads += 1
      if (state.readStatus !== null)
        return send(state.readStatus, { error: { type: 'internal-server-error', message: 'for now' } })
      const published = pages.get(decodeURIComponent(page[1] ?? ''))
      if (published === undefined) return send(404, { error: { type: 'record-not-found', message: 'no such actor' } })
      return send(200, {
        data:
          page[2] === undefined
            ? { id: 'actorInvented01', stats: published.stats ?? {} }
            : { id: 'buildInvented01', status: 'SUCCEEDED', ...published.build },
      })
    }
    const dataset = /^\/v2\/datasets\/dataset-([^/]+)\/items$/.exec(url.pathname)
    const items = runs.get(dataset?.[1] ?? '')?.script.items
    if (dataset === null) return send(404, { error: { type: 'record-not-found', message: 'no such thing' } })
    const offset = Number(url.searchParams.get('offset') ?? '0')
    if (offset > 0 && state.itemsRefused > 0) {
      state.itemsRefused -= 1
      return send(502, { error: { type: 'bad-gateway', message: 'for now' } })
    }
    return send(200, (items ?? []).slice(offset, offset + Number(url.searchParams.get('limit') ?? '1000')))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    get started() {
      return [...runs.values()].map(({ started }) => started)
    },
    aborted,
    script: (script) => {
      state.script = script
    },
    finish: () => {
      for (const run of runs.values()) if (run.status === 'RUNNING') end(run)
    },
    bill: (cost) => {
      for (const run of runs.values()) run.cost = cost
    },
    publish: (actorId, page) => {
      pages.set(actorId, page)
    },
    get buildReads() {
      return state.buildReads
    },
    refuseReads: (status, retryAfterSeconds) => {
      state.readStatus = status
      state.retryAfter = retryAfterSeconds
    },
    refuseItems: (count) => {
      state.itemsRefused = count
    },
    reset() {
      runs.clear()
      aborted.length = 0
      state.script = {}
      state.readStatus = null
      state.retryAfter = undefined
      state.itemsRefused = 0
      state.buildReads = 0
      pages.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Every member that the platform's document requires of a run. */
export function presented({ started, script, status, cost }: Omit<Run, 'startedAt'>) {
  return {
    id: started.id,
    actId: 'actorInvented01',
    userId: 'userInvented01',
    startedAt: '2026-11-20T09:30:00.000Z',
    finishedAt: status === 'RUNNING' ? null : '2026-11-20T09:30:05.000Z',
    status,
    meta: { origin: 'API' },
    stats: { restartCount: 0, resurrectCount: 0, computeUnits: 0.01 },
    options: { build: 'latest', timeoutSecs: 300, memoryMbytes: 1024, diskMbytes: 2048 },
    buildId: 'buildInvented01',
    generalAccess: 'FOLLOW_USER_SETTING',
    usageTotalUsd: cost,
    defaultKeyValueStoreId: `store-${started.id}`,
    defaultDatasetId: `dataset-${started.id}`,
    defaultRequestQueueId: `queue-${started.id}`,
    ...(script.pricingInfo === undefined ? {} : { pricingInfo: script.pricingInfo }),
    ...(script.chargedEventCounts === undefined ? {} : { chargedEventCounts: script.chargedEventCounts }),
  }
}
