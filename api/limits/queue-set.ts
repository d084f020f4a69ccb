import { createFairQueue, type FairQueue, type QueueLimits } from '../../domain/shares/fair-queue.ts'
import type { Caller } from '../../domain/shares/caller.ts'
import type { Permit } from '../../domain/shares/permits.ts'
import type { Meter } from '../../telemetry/meter.ts'
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
const QUEUES = {
  entrance: { permits: 8, permitsOfCaller: 2, waitingMax: 4_000, waitingOfCallerMax: 1_000, waitingOfCallerInFull: 0 },
  requests: { permits: 16, permitsOfCaller: 4, waitingMax: 4_000, waitingOfCallerMax: 1_000 },
  writes: { permits: 4, permitsOfCaller: 1, waitingMax: 16, waitingOfCallerMax: 4, waitingOfCallerInFull: 0 },
} as const satisfies Record<string, QueueLimits>

export type QueueName = keyof typeof QUEUES

const RETRY_AFTER_SECONDS = 1

/** The requester of a permit. */
export interface PermitSeeker extends Caller {
  /** Aborted when the client no longer waits for the answer: the request leaves the queue. */
  readonly signal?: AbortSignal
}

/** What waits in a queue: the rest of the request, which gets its permit. */
type Go = (permit: Permit) => void

/** The client no longer reads the answer. It counts as no failure of the service, like a body that ends early. */
const clientLeft = (): Problem => new Problem('invalid_request', 'The client closed the connection.')

/** The request queues of one process. `limits` replaces those of a queue. */
export class RequestQueueSet {
  readonly #metrics: Pick<Meter, 'add' | 'set'>
  readonly #queues: Readonly<Record<QueueName, FairQueue<Go>>>
  #offers = 0

  constructor(metrics: Pick<Meter, 'add' | 'set'>, limits: Partial<Record<QueueName, QueueLimits>>) {
    const make = (queue: QueueName) => createFairQueue<Go>(limits[queue] ?? QUEUES[queue], () => performance.now())
    this.#metrics = metrics
    this.#queues = { entrance: make('entrance'), requests: make('requests'), writes: make('writes') }
  }

  /** A request that `mustWait` is not refused when the queue is full. Throws as `RequestQueues.enter` does. */
  take(
    queue: QueueName,
    { key, environment, signal }: PermitSeeker,
    { mustWait }: { readonly mustWait: boolean } = { mustWait: false },
  ): Permit | Promise<Permit> {
    if (signal?.aborted === true) throw clientLeft()
    const turn = Promise.withResolvers<Permit>()
    const id = String((this.#offers += 1))
    const offered = this.#queues[queue].offer({ key, environment }, id, turn.resolve, { mustWait })
    if (offered.kind === 'now') return offered.permit
    if (offered.kind === 'full') {
      this.#metrics.add('requests_refused_busy_total', { queue })
      throw new Problem('rate_limited', 'Too many concurrent requests. Send fewer at a time.', {
        retry_after: RETRY_AFTER_SECONDS,
      })
    }
    this.#showWaiting(queue)
    if (signal === undefined) return turn.promise
    const leave = (): void => {
      if (this.#queues[queue].remove(id) === undefined) return
      this.#showWaiting(queue)
      turn.reject(clientLeft())
    }
    signal.addEventListener('abort', leave, { once: true })
    return turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  giveBack(queue: QueueName, permit: Permit): void {
    const admitted = this.#queues[queue].release(permit)
    for (const { item: go, permit: given } of admitted) go(given)
    if (admitted.length > 0) this.#showWaiting(queue)
  }

  #showWaiting(queue: QueueName): void {
    this.#metrics.set('requests_waiting', { queue }, this.#queues[queue].waitingCount)
  }
}
