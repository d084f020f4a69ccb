import { AsyncLocalStorage } from 'node:async_hooks'
import { type Caller, createFairQueue, type Permit, type QueueLimits } from '../domain/shares/fair-queue.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Route } from './route.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'

/**
 * What requests share, each with its own places in one api process:
 * - `entrance`: finding out who asks, by the credential as it was sent or by client address. One statement or two each.
 * - `requests`: the work of a route. Four of the pool's 20 connections are left to what the process does beside requests. Four
 *   requests of one caller keep an event loop busy, two while there are others; more of them would only stand between others and their
 *   next step.
 * - `writes`: writing many rows at once, one request of a workspace. Those that wait hold their bodies, of up to 10 MB: they are few. A few
 *   rows are a request like any other.
 */
const SHARES = {
  entrance: { places: 8, placesOfCaller: 2, waitingMax: 4_000, waitingOfCallerMax: 1_000, waitingOfCallerInFull: 0 },
  requests: { places: 16, placesOfCaller: 4, waitingMax: 4_000, waitingOfCallerMax: 1_000 },
  writes: { places: 4, placesOfCaller: 1, waitingMax: 16, waitingOfCallerMax: 4, waitingOfCallerInFull: 0 },
} as const satisfies Record<string, QueueLimits>

export type ShareName = keyof typeof SHARES

/** How many requests of one caller wait for the end of a run or a refresh. */
const LONG_WAITS_OF_CALLER_MAX = 1_000
const RETRY_AFTER_SECONDS = 1

/** Who asks for a turn. */
export interface TurnSeeker extends Caller {
  /** Aborted when nobody waits for the answer any more: the request leaves the queue. */
  readonly signal?: AbortSignal
}

export interface RequestShares {
  /**
   * Takes the caller's turn and answers how it is given back, which may be done twice. Throws `rate_limited` while too many of the caller
   * wait, and `invalid_request` once the client has left.
   */
  enter(share: ShareName, seeker: TurnSeeker): Promise<() => void>
  /** Works in the caller's turn. */
  within<Result>(share: ShareName, seeker: TurnSeeker, work: () => Promise<Result>): Promise<Result>
  /** Gives the turn of the request around it back while it waits for something outside of this process. */
  away<Result>(wait: () => Promise<Result>): Promise<Result>
  /** The same for waits that somebody chose to be long; undefined at once: too many of the caller wait already. */
  awayLong<Result>(wait: () => Promise<Result>): Promise<Result | undefined>
}

/** Whose share a request is taken from: a workspace in an environment, or a client address, which counts as the sandbox does. */
export const callerOf = (principal: Principal | null, clientAddress: string): Caller =>
  (principal === null ? { key: clientAddress, environment: 'test' } : { key: principal.workspaceId, environment: principal.environment })

/** So many rows, or so long a file, are a request like any other. */
const FEW_ROWS_MAX = 20
const SHORT_FILE_CHARS_MAX = 65_536

/** Which turns a request of a route needs, by its body as it was sent. */
export interface Demands {
  readonly rateLimited?: boolean
  readonly writesMany?: boolean
}

export function demandsOf({ rateLimited, writesMany }: Pick<Route, 'rateLimited' | 'writesMany'>, body: unknown): Demands {
  return { ...(rateLimited === undefined ? {} : { rateLimited }), writesMany: writesMany === true && !isSmall(body) }
}

function isSmall(body: unknown): boolean {
  if (typeof body === 'string') return body.length <= SHORT_FILE_CHARS_MAX
  if (typeof body !== 'object' || body === null || !('rows' in body)) return true
  return !Array.isArray(body.rows) || body.rows.length <= FEW_ROWS_MAX
}

/** The work of one call of a route, in the turns that it needs. What nobody counts waits for nobody. */
export function withinShares<Result>(
  shares: RequestShares, demands: Demands, seeker: TurnSeeker, work: () => Promise<Result>,
): Promise<Result> {
  if (demands.rateLimited === false) return work()
  const inTurn = (): Promise<Result> => shares.within('requests', seeker, work)
  // In this order: a write that waits for its turn keeps no connection from other requests.
  return demands.writesMany === true ? shares.within('writes', seeker, inTurn) : inTurn()
}

const callerIn = ({ key, environment }: TurnSeeker): Caller => ({ key, environment })

/** Nobody reads it. It is no failure of the service, as a body that ends early is none. */
const clientLeft = (): Problem => new Problem('invalid_request', 'The client closed the connection.')

/** A turn that can be given back and taken again. */
interface Turn {
  readonly of: RequestShares
  readonly share: ShareName
  readonly caller: Caller
  place: Permit | null
}

/** The turn of the request that is being worked on. It belongs to the request and goes along with its promises. */
const current = new AsyncLocalStorage<Turn>()

/** Waits without the turn of the request around it, for whoever knows nothing of shares. */
export const awayFromTurn = <Result>(wait: () => Promise<Result>): Promise<Result> => current.getStore()?.of.away(wait) ?? wait()

/** Shares of one process, so that no caller keeps others from its connections. `limits` replaces those of a share. */
export function createRequestShares(metrics: Pick<Meter, 'add' | 'set'>, limits: Partial<Record<ShareName, QueueLimits>> = {}): RequestShares {
  type Go = (place: Permit) => void
  const make = (share: ShareName) => createFairQueue<Go>(limits[share] ?? SHARES[share], () => performance.now())
  const queues = { entrance: make('entrance'), requests: make('requests'), writes: make('writes') }
  const longWaits = new Map<string, number>()
  let offers = 0

  const showWaiting = (share: ShareName): void => { metrics.set('request_turns_waiting', { share }, queues[share].waitingCount) }

  function take(share: ShareName, { key, environment, signal }: TurnSeeker, mustWait: boolean): Permit | Promise<Permit> {
    if (signal?.aborted === true) throw clientLeft()
    const turn = Promise.withResolvers<Permit>()
    const id = String(offers += 1)
    const offered = queues[share].offer({ key, environment }, id, turn.resolve, { mustWait })
    if (offered.kind === 'now') return offered.place
    if (offered.kind === 'full') {
      metrics.add('requests_turned_away_total', { share })
      throw new Problem('rate_limited', 'Too many concurrent requests. Send fewer at a time.', { retry_after: RETRY_AFTER_SECONDS })
    }
    showWaiting(share)
    if (signal === undefined) return turn.promise
    const leave = (): void => {
      if (queues[share].remove(id) === undefined) return
      showWaiting(share)
      turn.reject(clientLeft())
    }
    signal.addEventListener('abort', leave, { once: true })
    return turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  function giveBack(turn: Turn): void {
    if (turn.place === null) return
    const admitted = queues[turn.share].release(turn.place)
    turn.place = null
    for (const { item, place } of admitted) item(place)
    if (admitted.length > 0) showWaiting(turn.share)
  }

  async function away<Result>(wait: () => Promise<Result>): Promise<Result> {
    const turn = current.getStore()
    if (turn === undefined || turn.place === null) return wait()
    giveBack(turn)
    try {
      return await wait()
    } finally {
      // What it waited for is done: nothing turns it away now.
      turn.place = await take(turn.share, turn.caller, true)
    }
  }

  const shares: RequestShares = {
    async enter(share, seeker) {
      const turn: Turn = { of: shares, share, caller: callerIn(seeker), place: await take(share, seeker, false) }
      return () => giveBack(turn)
    },
    async within(share, seeker, work) {
      const turn: Turn = { of: shares, share, caller: callerIn(seeker), place: await take(share, seeker, false) }
      try {
        return await current.run(turn, work)
      } finally {
        giveBack(turn)
      }
    },
    away,
    async awayLong(wait) {
      const turn = current.getStore()
      if (turn === undefined) return wait()
      const name = `${turn.caller.environment} ${turn.caller.key}`
      const waits = longWaits.get(name) ?? 0
      if (waits >= LONG_WAITS_OF_CALLER_MAX) {
        metrics.add('requests_turned_away_total', { share: 'waits' })
        return undefined
      }
      longWaits.set(name, waits + 1)
      try {
        return await away(wait)
      } finally {
        const left = (longWaits.get(name) ?? 1) - 1
        if (left === 0) longWaits.delete(name)
        else longWaits.set(name, left)
      }
    },
  }
  return shares
}
