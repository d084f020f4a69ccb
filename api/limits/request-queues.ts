import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../../domain/shares/caller.ts'
import type { QueueLimits } from '../../domain/shares/fair-queue.ts'
import type { Permit } from '../../domain/shares/permits.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { LongWaits } from './long-waits.ts'
import { RequestQueueSet, type QueueName, type PermitSeeker } from './queue-set.ts'

export interface RequestQueues {
  /**
   * Takes a permit for the caller and returns the function that gives it back, which may be called twice. Throws
   * `rate_limited` while too many requests of the caller wait, and `invalid_request` once the client has disconnected.
   */
  enter(queue: QueueName, seeker: PermitSeeker): Promise<() => void>
  /** Works under the caller's permit. */
  within<Result>(queue: QueueName, seeker: PermitSeeker, work: () => Promise<Result>): Promise<Result>
  /** Releases the permit of the surrounding request while it waits for something outside of this process. */
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

/** A workbook is an archive, which begins with these letters: a short one may unpack to 128 MB. */
const isPacked = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

function isSmall(body: unknown): boolean {
  if (typeof body === 'string') return body.length <= SHORT_FILE_CHARS_MAX
  if (body instanceof Uint8Array) return body.length <= SHORT_FILE_CHARS_MAX && !isPacked(body)
  if (typeof body !== 'object' || body === null || !('rows' in body)) return true
  return !Array.isArray(body.rows) || body.rows.length <= FEW_ROWS_MAX
}

/**
 * The work of one call of a route, under the permits that it needs. A request that is not rate-limited does not wait.
 */
export function withinQueues<Result>(
  queues: RequestQueues,
  demands: Demands,
  seeker: PermitSeeker,
  work: () => Promise<Result>,
): Promise<Result> {
  if (demands.rateLimited === false) return work()
  const underPermit = (): Promise<Result> => queues.within('requests', seeker, work)
  // In this order: a write that waits for its permit keeps no connection from other requests.
  return demands.writesMany === true ? queues.within('writes', seeker, underPermit) : underPermit()
}

const callerIn = ({ key, environment }: PermitSeeker): Caller => ({ key, environment })

/** A permit that can be released and taken again. */
interface HeldPermit {
  readonly of: RequestQueues
  readonly queue: QueueName
  readonly caller: Caller
  permit: Permit | null
  /** Whether it has waited for something that takes long, as its answer states; null: it did not want to. */
  waited: boolean | null
}

/** The permit of the current request. It belongs to the request and follows its promises. */
const current = new AsyncLocalStorage<HeldPermit>()

/** Waits without the permit of the surrounding request, for code that has no access to the queues. */
export const withoutPermit = <Result>(wait: () => Promise<Result>): Promise<Result> =>
  current.getStore()?.of.away(wait) ?? wait()

/** Whether the current request has waited; null: it did not want to. */
export const hasWaited = (): boolean | null => current.getStore()?.waited ?? null

/**
 * The request queues of one process, so that no caller keeps others from its connections. `limits` replaces those of a
 * queue, and `longWaitsMax` the number of requests of one caller that may wait for something long.
 */
export function createRequestQueues(
  metrics: Pick<Meter, 'add' | 'set'>,
  limits: Partial<Record<QueueName, QueueLimits>> = {},
  longWaitsMax?: number,
): RequestQueues {
  const set = new RequestQueueSet(metrics, limits)
  const longWaits = new LongWaits(longWaitsMax)

  async function enter(queue: QueueName, seeker: PermitSeeker): Promise<HeldPermit> {
    return { of: queues, queue, caller: callerIn(seeker), permit: await set.take(queue, seeker), waited: null }
  }

  function giveBack(held: HeldPermit): void {
    if (held.permit === null) return
    const { permit } = held
    held.permit = null
    set.giveBack(held.queue, permit)
  }

  async function away<Result>(wait: () => Promise<Result>): Promise<Result> {
    const held = current.getStore()
    if (held === undefined || held.permit === null) return wait()
    giveBack(held)
    try {
      return await wait()
    } finally {
      // The wait is over, so the queue no longer refuses the request.
      held.permit = await set.take(held.queue, held.caller, { mustWait: true })
    }
  }

  const queues: RequestQueues = {
    async enter(queue, seeker) {
      const held = await enter(queue, seeker)
      return () => giveBack(held)
    },
    async within(queue, seeker, work) {
      const held = await enter(queue, seeker)
      try {
        return await current.run(held, work)
      } finally {
        giveBack(held)
      }
    },
    away,
    async awayLong(wait) {
      const held = current.getStore()
      if (held === undefined) return wait()
      held.waited = longWaits.begin(held.caller)
      if (held.waited) return away(wait).finally(() => longWaits.end(held.caller))
      metrics.add('requests_refused_busy_total', { queue: 'waits' })
      return undefined
    },
  }
  return queues
}
