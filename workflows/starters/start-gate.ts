import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../domain/runs/states.ts'
import type { Caller, Counts } from '../../domain/shares/caller.ts'
import { createFairQueue, type FairQueue } from '../../domain/shares/fair-queue.ts'
import type { PermitLimits } from '../../domain/shares/permits.ts'
import type { RunStarter } from './runs.ts'
import { StartsUnderWay } from './starts-under-way.ts'

/** How many runs of one process wait for their start; further runs are left to the sweeper. */
const WAITING_MAX = 10_000
/** Keeps the runs of a few workspaces from filling the queue alone. */
const WAITING_OF_WORKSPACE_MAX = 4_000
const POLL_EVERY_MS = 25
/** The database does not answer: the gate queries it again this much later. */
const POLL_AGAIN_MS = 1_000
/** A run that no worker starts (none is available, or its step fails) releases its permit after this long. */
const FRESH_MS_MAX = 10_000
/** How the gate keeps the sweeper off the runs that wait. */
export interface SweepPostponement {
  /** How long after its acceptance the sweeper takes a waiting run that was not postponed (`run.sweep_at`). */
  readonly sweptAfterMs: number
  /** How long each postponement lasts: the sweeper takes over the runs of a dead api process after this time. */
  readonly seconds: number
  /** A run is postponed again when this much of the time is left. */
  readonly beforeMs: number
  /** How often the gate checks which runs are due for it. */
  readonly everyMs: number
}

const POSTPONEMENT: SweepPostponement = { sweptAfterMs: 30_000, seconds: 45, beforeMs: 15_000, everyMs: 5_000 }

/** What the gate reads and writes in the database. */
export interface GateRows {
  /** Which of these runs have begun their first attempt, wait for a provider's turn, or have ended. */
  readonly readStarted: (runIds: readonly string[]) => Promise<readonly string[]>
  /** Keeps the sweeper off these runs for `seconds`. */
  readonly postpone: (runIds: readonly string[], seconds: number) => Promise<void>
  /** Leaves these runs to the sweeper now. */
  readonly releaseToSweeper: (runIds: readonly string[]) => Promise<void>
}

export interface GateOptions {
  /** How many runs are on their way to a worker at once. */
  readonly permits: number
  /** How many of them one workspace has while other callers are there; the default is half. */
  readonly permitsWithOthers?: number
  /** How many one workspace has while it is alone (`domain/shares/permits.ts`); the default is no more than always. */
  readonly permitsAlone?: number
  readonly rows: GateRows
  /** Called whenever the counts have changed. */
  readonly onCounts?: (counts: { readonly waiting: Counts; readonly taken: Counts }) => void
  /** Called with how long a run has waited for its permit, in milliseconds; 0 if it had one at once. */
  readonly onPermit?: (environment: Environment, waitedMs: number) => void
  /** Called when the database does not answer: once, until a query succeeds. */
  readonly onFailed: (error: unknown) => void
  /** A permit is released after this long at the latest; the default is ten seconds. */
  readonly freshMsMax?: number
  /** While runs wait: how often it checks which started runs a worker has started; every 25 ms by default. */
  readonly pollEveryMs?: () => number
  /** The default is that of single runs, 45 seconds at a time. */
  readonly postponement?: SweepPostponement | undefined
}

export interface RunToAdmit {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

/**
 * Admits the starts of runs, so that a machine's workers never get more than they start and no workspace waits behind
 * another's backlog (`domain/shares/fair-queue.ts`). A run keeps its permit from its start until its first attempt has
 * begun, or it waits for a provider's rate limit, or it has ended. That covers all that the run costs the machine
 * before it waits for something outside it.
 */
export interface StartGate {
  /**
   * Calls `start` when the run gets its permit. Rejects with the error of `start`, and when the run is left to the
   * sweeper.
   */
  admit(run: RunToAdmit, start: () => Promise<void>): Promise<void>
  /** The caller's runs start elsewhere: it is present for the workspaces of this gate. */
  seen(caller: Caller): void
  /** These runs have ended: a run with a permit gives it back, and a waiting run needs no start any more. */
  ended(runIds: readonly string[]): void
  /**
   * The process is about to stop: the sweeper takes the waiting runs, and from now on every run that would have to
   * wait.
   */
  releaseToSweeper(): Promise<void>
}

interface Waiting {
  readonly runId: string
  /** `false`: the run no longer needs a start. */
  readonly go: (starts: boolean) => void
  readonly left: (why: Error) => void
  /** When the sweeper treats the run as lost. */
  sweptAt: number
}

export const createStartGate = (options: GateOptions): StartGate => new Gate(options)

const permitLimitsOf = ({ permits, permitsWithOthers, permitsAlone }: GateOptions): PermitLimits => ({
  permits,
  ...(permitsWithOthers === undefined ? {} : { permitsWithOthers }),
  ...(permitsAlone === undefined ? {} : { permitsAlone }),
})

class Gate implements StartGate {
  readonly #options: GateOptions
  readonly #postponement: SweepPostponement
  readonly #underWay: StartsUnderWay
  readonly #queue: FairQueue<Waiting>
  #polling = false
  #stopping = false

  constructor(options: GateOptions) {
    this.#options = options
    this.#postponement = options.postponement ?? POSTPONEMENT
    this.#underWay = new StartsUnderWay(options.freshMsMax ?? FRESH_MS_MAX)
    this.#queue = createFairQueue<Waiting>(
      {
        ...permitLimitsOf(options),
        waitingMax: WAITING_MAX,
        waitingOfCallerMax: WAITING_OF_WORKSPACE_MAX,
      },
      () => performance.now(),
    )
  }

  async admit(run: RunToAdmit, start: () => Promise<void>): Promise<void> {
    // A repeated start of a run that is already on its way.
    if (this.#queue.waits(run.id) || this.#underWay.isFresh(run.id)) return
    // It was admitted long ago and is no longer on its way: its workflow may have been lost.
    this.#release(run.id)
    const arrivedAt = performance.now()
    const turn = this.#turnOf(run)
    this.#changed()
    if (turn !== true && this.#stopping) {
      this.#queue.remove(run.id)
      return this.#options.rows.releaseToSweeper([run.id])
    }
    if (turn !== true && !(await turn)) return
    this.#options.onPermit?.(run.environment, performance.now() - arrivedAt)
    try {
      await start()
      this.#underWay.confirm(run.id)
    } catch (error) {
      this.#release(run.id)
      this.#changed()
      throw error
    }
  }

  seen(caller: Caller): void {
    this.#queue.seen(caller)
  }

  ended(runIds: readonly string[]): void {
    for (const runId of runIds) {
      this.#queue.remove(runId)?.go(false)
      this.#release(runId)
    }
    if (runIds.length > 0) this.#changed()
  }

  async releaseToSweeper(): Promise<void> {
    this.#stopping = true
    const waiting = [...this.#queue.waiting()]
    for (const [runId, { left }] of waiting) {
      this.#queue.remove(runId)
      left(new Error('the process stops: the run is left to the sweeper'))
    }
    this.#changed()
    if (waiting.length > 0) await this.#options.rows.releaseToSweeper(waiting.map(([runId]) => runId))
  }

  #changed(): void {
    this.#options.onCounts?.(this.#queue.counts)
  }

  /** Waits for the run's turn if it has none at once; false: the run has ended meanwhile. */
  #turnOf({ id: runId, workspaceId, environment }: RunToAdmit): Promise<boolean> | true {
    const turn = Promise.withResolvers<boolean>()
    const sweptAt = performance.now() + this.#postponement.sweptAfterMs
    const item: Waiting = { runId, go: turn.resolve, left: turn.reject, sweptAt }
    const offered = this.#queue.offer({ key: workspaceId, environment }, runId, item)
    if (offered.kind === 'full') throw new Error('too many runs wait for their start: it is left to the sweeper')
    if (offered.kind === 'waits') {
      void this.#poll()
      return turn.promise
    }
    this.#underWay.begin(runId, offered.permit)
    return true
  }

  /** Releases the run's permit, if it has one, and starts the runs that get a permit by that. */
  #release(runId: string): void {
    const given = this.#underWay.end(runId)
    if (given === undefined) return
    for (const { item, permit } of this.#queue.release(given)) {
      this.#underWay.begin(item.runId, permit)
      item.go(true)
    }
  }

  /** As long as runs wait: releases the permits that have become free, and keeps the sweeper off. */
  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    const { everyMs } = this.#postponement
    const { pollEveryMs = () => POLL_EVERY_MS } = this.#options
    let postponeAt = performance.now() + everyMs
    let failing = false
    while (this.#queue.waitingCount > 0) {
      try {
        for (const runId of this.#underWay.overdue()) this.#release(runId)
        await this.#releaseStarted()
        if (performance.now() >= postponeAt) {
          postponeAt = performance.now() + everyMs
          await this.#postpone()
        }
        failing = false
      } catch (error) {
        // Once for each outage of the database.
        if (!failing) this.#options.onFailed(error)
        failing = true
      }
      this.#changed()
      if (this.#queue.waitingCount > 0) await sleep(failing ? POLL_AGAIN_MS : pollEveryMs(), undefined, { ref: false })
    }
    this.#polling = false
  }

  async #releaseStarted(): Promise<void> {
    const runIds = this.#underWay.confirmed()
    if (runIds.length > 0) for (const runId of await this.#options.rows.readStarted(runIds)) this.#release(runId)
  }

  /** Keeps the sweeper off the waiting runs that it would take soon. */
  async #postpone(): Promise<void> {
    const { beforeMs, seconds } = this.#postponement
    const soon = performance.now() + beforeMs
    const due = [...this.#queue.waiting()].filter(([, { sweptAt }]) => sweptAt < soon)
    if (due.length === 0) return
    await this.#options.rows.postpone(
      due.map(([runId]) => runId),
      seconds,
    )
    for (const [, waiting] of due) waiting.sweptAt = performance.now() + seconds * 1_000
  }
}

/** The same starter, but the starts of runs go through the gate. */
export const gatedStarter = (starter: RunStarter, gate: StartGate): RunStarter => ({
  start: (run) => gate.admit(run, () => starter.start(run)),
  signalCancel: (runId) => starter.signalCancel(runId),
  signalDecision: (runId) => starter.signalDecision(runId),
  resume: (run) => starter.resume(run),
})
