import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../../domain/shares/caller.ts'
import { createFairQueue, type QueueLimits } from '../../domain/shares/fair-queue.ts'
import type { Permit } from '../../domain/shares/permits.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'

/**
 * The queues that requests share, each with its own permits in one api process:
 * - `entrance`: authenticating the caller, by the credential as it was sent or by client address. It takes one or two
 *   statements.
 * - `requests`: the work of a route. Four of the pool's 20 connections are left to the process's other work.
 *   Four requests of one caller keep an event loop busy, two while there are others; more of them would only delay
 *   other callers' next step.
 * - `writes`: writing many rows at once, one request of a workspace. Waiting requests hold their bodies, of up to
 *   10 MB, so only a few may wait. A few rows are a request like any other.
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

/** The requester of a permit. */
export interface TurnSeeker extends Caller {
  /** Aborted when the client no longer waits for the answer: the request leaves the queue. */
  readonly signal?: AbortSignal
}

export interface RequestShares {
  /**
   * Takes a permit for the caller and returns the function that gives it back, which may be called twice. Throws
   * `rate_limited` while too many requests of the caller wait, and `invalid_request` once the client has disconnected.
   */
  enter(share: ShareName, seeker: TurnSeeker): Promise<() => void>
  /** Works under the caller's permit. */
  within<Result>(share: ShareName, seeker: TurnSeeker, work: () => Promise<Result>): Promise<Result>
  /** Gives back the permit of the surrounding request while it waits for something outside of this process. */
  away<Result>(wait: () => Promise<Result>): Promise<Result>
  /**
   * The same for long waits that the caller requested; returns undefined at once when too many of the caller's requests
   * wait already.
   */
  awayLong<Result>(wait: () => Promise<Result>): Promise<Result | undefined>
}

/**
 * The caller that a request counts against: a workspace in an environment, or a client address, which counts as the
 * sandbox does.
 */
export const callerOf = (principal: Principal | null, clientAddress: string): Caller =>
  principal === null
    ? { key: clientAddress, environment: 'test' }
    : { key: principal.workspaceId, environment: principal.environment }

/** This many rows, or a file of this length, are a request like any other. */
const FEW_ROWS_MAX = 20
const SHORT_FILE_CHARS_MAX = 65_536

/** The permits that a request of a route needs, by its body as it was sent. */
export interface Demands {
  readonly rateLimited?: boolean
  readonly writesMany?: boolean
}

export function demandsOf({ rateLimited, writesMany }: Demands, body: unknown): Demands {
  return { ...(rateLimited === undefined ? {} : { rateLimited }), writesMany: writesMany === true && !isSmall(body) }
}

function isSmall(body: unknown): boolean {
  if (typeof body === 'string') return body.length <= SHORT_FILE_CHARS_MAX
  if (typeof body !== 'object' || body === null || !('rows' in body)) return true
  return !Array.isArray(body.rows) || body.rows.length <= FEW_ROWS_MAX
}

/**
 * The work of one call of a route, under the permits that it needs. A request that is not rate-limited does not wait.
 */
export function withinShares<Result>(
  shares: RequestShares,
  demands: Demands,
  seeker: TurnSeeker,
  work: () => Promise<Result>,
): Promise<Result> {
  if (demands.rateLimited === false) return work()
  const inTurn = (): Promise<Result> => shares.within('requests', seeker, work)
  // In this order: a write that waits for its permit keeps no connection from other requests.
  return demands.writesMany === true ? shares.within('writes', seeker, inTurn) : inTurn()
}

const callerIn = ({ key, environment }: TurnSeeker): Caller => ({ key, environment })

/** The client no longer reads the answer. It counts as no failure of the service, like a body that ends early. */
const clientLeft = (): Problem => new Problem('invalid_request', 'The client closed the connection.')

/** A permit that can be given back and taken again. */
interface Turn {
  readonly of: RequestShares
  readonly share: ShareName
  readonly caller: Caller
  place: Permit | null
}

/** The permit of the current request. It belongs to the request and follows its promises. */
const current = new AsyncLocalStorage<Turn>()

/** Waits without the permit of the surrounding request, for code that has no access to the queues. */
export const awayFromTurn = <Result>(wait: () => Promise<Result>): Promise<Result> =>
  current.getStore()?.of.away(wait) ?? wait()

/**
 * The request queues of one process, so that no caller keeps others from its connections. `limits` replaces those of a
 * queue.
 */
export function createRequestShares(
  metrics: Pick<Meter, 'add' | 'set'>,
  limits: Partial<Record<ShareName, QueueLimits>> = {},
): RequestShares {
  type Go = (place: Permit) => void
  const make = (share: ShareName) => createFairQueue<Go>(limits[share] ?? SHARES[share], () => performance.now())
  const queues = { entrance: make('entrance'), requests: make('requests'), writes: make('writes') }
  const longWaits = new Map<string, number>()
  let offers = 0

  const showWaiting = (share: ShareName): void => {
    metrics.set('request_turns_waiting', { share }, queues[share].waitingCount)
  }

  function take(
    share: ShareName,
    { key, environment, signal }: TurnSeeker,
    mustWait: boolean,
  ): Permit | Promise<Permit> {
    if (signal?.aborted === true) throw clientLeft()
    const turn = Promise.withResolvers<Permit>()
    const id = String((offers += 1))
    const offered = queues[share].offer({ key, environment }, id, turn.resolve, { mustWait })
    if (offered.kind === 'now') return offered.place
    if (offered.kind === 'full') {
      metrics.add('requests_turned_away_total', { share })
      throw new Problem('rate_limited', 'Too many concurrent requests. Send fewer at a time.', {
        retry_after: RETRY_AFTER_SECONDS,
      })
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
      // The wait is over, so the queue no longer refuses the request.
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
