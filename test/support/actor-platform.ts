import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ActorPage,
  type ActorScript,
  answerOf,
  endRun,
  newState,
  type PlatformState,
  type StartedRun,
} from './actor-platform-answers.ts'

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
  /** What every run so far has cost in the end, as written in the answer; null: it is not booked. */
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

export async function startActorPlatform(): Promise<ActorPlatform> {
  let state = newState()
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    get started() {
      return [...state.runs.values()].map(({ started }) => started)
    },
    get aborted() {
      return state.aborted
    },
    script: (script) => {
      state.script = script
    },
    finish: () => {
      for (const run of state.runs.values()) if (run.status === 'RUNNING') endRun(run)
    },
    bill: (cost) => {
      for (const run of state.runs.values()) run.cost = cost
    },
    publish: (actorId, page) => {
      state.pages.set(actorId, page)
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
      state = newState()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(state: PlatformState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const { status, body } = await answerOf(state, {
    method: request.method,
    url: new URL(request.url ?? '/', 'http://platform.invalid'),
    body: Buffer.concat(chunks).toString(),
    authorization: request.headers.authorization,
    waits: () => !response.destroyed,
  })
  const later =
    status === state.readStatus && state.retryAfter !== undefined ? { 'retry-after': String(state.retryAfter) } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...later }).end(JSON.stringify(body))
}
