import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { AttemptReply } from '../activities/runs/attempt-provider.ts'
import type { AttemptAnswer } from '../domain/runs/attempt-answer.ts'
import { type Decision, nextStep, type NextStep, type Waterfall } from '../domain/runs/fallback.ts'
import type { RunStatus } from '../domain/runs/states.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { CANCEL_SIGNAL } from './signals.ts'

export interface RunStart {
  readonly runId: string
  readonly workspaceId: string
  /** The capability, or the endpoint of a raw run. */
  readonly capability: string
}

export interface RunOutcome {
  readonly status: RunStatus
  readonly provider: string | null
  readonly charge: string | null
}

/** How the run ended, and how long until its provider's final bill is due, if one is expected. */
interface End extends RunOutcome {
  readonly finalBillMs?: number | undefined
}

const cancelRequested = defineSignal(CANCEL_SIGNAL)

/** A database step takes milliseconds; while the database is away it is tried again until it is back. */
const step = proxyLocalActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
})

/**
 * In addition to the deadline of the call: the begin and outcome statements, and one lease to wait for after a crash.
 */
const ATTEMPT_MARGIN_MS = 20_000

/**
 * One run (Spec 3.1): reserve the money, try providers in turn until one delivers, settle. Each step stores its answer
 * in its own transaction, so this workflow may be lost and started again at any point.
 */
export async function run(start: RunStart): Promise<RunOutcome> {
  const stop = watchForCancel()
  // Clean-up is not cancellable: an operator's cancellation is a request, like the signal, and the database decides.
  return CancellationScope.nonCancellable(async () => {
    const { finalBillMs, ...outcome } = await walk({ ...start, stop })
    setCurrentDetails(`Ended: ${outcome.status}`)
    upsertSearchAttributes([
      { key: SEARCH_ATTRIBUTES.runStatus, value: outcome.status },
      ...(outcome.provider === null ? [] : [{ key: SEARCH_ATTRIBUTES.provider, value: outcome.provider }]),
    ])
    if (finalBillMs === undefined) return outcome
    // The caller already has the answer: the rest concerns only the provider and the wallet, and may take its time.
    return { ...outcome, charge: (await awaitFinalBill(start.runId, finalBillMs)) ?? outcome.charge }
  })
}

/** Waits on a durable timer and reads the bill, until it is final (Spec 4.3.4). */
async function awaitFinalBill(runId: string, dueInMs: number): Promise<string | null> {
  let waitMs = dueInMs
  for (let reading = 1; ; reading++) {
    setCurrentDetails(`Delivered; waiting for the provider's final bill, reading ${reading}`)
    await sleep(waitMs, { summary: `final bill, reading ${reading}, in ${sentenceOf(waitMs)}` })
    const answer = await finalBill(reading).readFinalBill({ runId })
    if (answer.kind === 'closed') {
      setCurrentDetails('Ended: the final bill is booked')
      return answer.charge
    }
    waitMs = answer.after_ms
  }
}

/** Short and harmless to repeat: it runs inside the workflow task, so that a reading costs one task. */
const finalBill = (reading: number) =>
  proxyLocalActivities<Activities>({
    startToCloseTimeout: '40 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
    summary: `final bill, reading ${reading}`,
  })

const sentenceOf = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`

interface Beginning extends RunStart {
  readonly stop: Stop
}

async function walk({ stop, ...start }: Beginning): Promise<End> {
  const { runId } = start
  if (stop.asked() && (await stopped(runId, stop))) return CANCELLED
  const reserved = await step.reserveRun({ runId })
  if (reserved.kind === 'ended') return { ...ended(reserved.status), finalBillMs: reserved.final_bill_ms }

  const answers: AttemptAnswer[] = []
  for (;;) {
    if (answers.length === 0 && stop.asked() && (await stopped(runId, stop))) return CANCELLED
    const next = nextStep(reserved.waterfall, answers)
    if (next.kind === 'settle') return settle(runId, reserved.waterfall, { decision: next.decision, answers })
    const reply = await attempt({ ...start, waterfall: reserved.waterfall, next, stop })
    if (reply.kind === 'cancelled') return CANCELLED
    if (reply.kind === 'ended') return ended(reply.status)
    answers.push(reply.answer)
  }
}

async function settle(
  runId: string,
  { candidates }: Waterfall,
  end: { decision: Decision; answers: readonly AttemptAnswer[] },
): Promise<End> {
  const { decision } = end
  const ownKey = decision.attempt !== null && candidates[decision.attempt - 1]?.connection_id !== undefined
  const { status, final_bill_ms: finalBillMs } = await step.settleRun({ runId, ...end, ...(ownKey ? { ownKey } : {}) })
  return { finalBillMs, status, provider: decision.provider === '' ? null : decision.provider, charge: decision.charge }
}

interface Turn extends Beginning {
  readonly waterfall: Waterfall
  readonly next: Extract<NextStep, { kind: 'attempt' }>
}

type TurnReply = Exclude<AttemptReply, { kind: 'noTurn' }> | { readonly kind: 'cancelled' }

/** One provider's turn in its lane; a quick turn that finds no room goes on in the slow lane. */
async function attempt(turn: Turn): Promise<TurnReply> {
  const { candidate, number } = turn.next
  setCurrentDetails(`Attempt ${number} of ${turn.waterfall.candidates.length}: ${candidate.provider}`)
  if (candidate.lane === 'quick') {
    const reply = await quickAttempt(turn)
    if (reply.kind !== 'noTurn') return reply
    // Only a run whose first provider has no room is `queued`: a run that has already tried a provider stays `running`.
    if (number === 1 && reply.moved !== true) return slowAttempt(turn, 'queued')
  }
  return slowAttempt(turn, 'running')
}

const requestOf = ({ runId, workspaceId, capability, next: { number, candidate } }: Turn) => ({
  runId,
  workspaceId,
  capability,
  number,
  provider: candidate.provider,
  deadlineMs: candidate.deadline_ms,
  ...(candidate.resumable === true ? { resumable: true as const } : {}),
  ...(candidate.price.model === 'actor' ? { hold: candidate.max_charge } : {}),
  ...(candidate.account === undefined ? {} : { account: candidate.account }),
  ...(candidate.connection_id === undefined ? {} : { connectionId: candidate.connection_id }),
  ...(candidate.simulated === true ? { simulated: true as const } : {}),
})

const summaryOf = ({ waterfall, next }: Turn): string =>
  `attempt ${next.number} of ${waterfall.candidates.length}: ${next.candidate.provider}`

/** Runs inside the workflow task: no round trip to Temporal before the provider call. */
function quickAttempt(turn: Turn): Promise<AttemptReply> {
  const { attemptProvider } = proxyLocalActivities<Activities>({
    startToCloseTimeout: 2 * turn.next.candidate.deadline_ms + ATTEMPT_MARGIN_MS,
    retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
    summary: summaryOf(turn),
  })
  return attemptProvider({ ...requestOf(turn), lane: 'quick' })
}

/**
 * Runs as a separate activity: pending and heartbeating in the Web UI. Its own retry waits for its turn. `status` is
 * the run's status when the activity begins.
 */
async function slowAttempt(turn: Turn, status: 'queued' | 'running'): Promise<TurnReply> {
  // Only here may the run wait for long, so that operators search for it: in the quick lane the event would cost more
  // than the short wait is worth. The attributes are set once, as the activity begins.
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.provider, value: turn.next.candidate.provider },
    { key: SEARCH_ATTRIBUTES.runStatus, value: status },
  ])
  const { attemptProvider } = proxyActivities<Activities>({
    startToCloseTimeout: 2 * turn.next.candidate.deadline_ms + ATTEMPT_MARGIN_MS,
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '5 seconds' },
    summary: summaryOf(turn),
  })
  const scope = new CancellationScope({ cancellable: true })
  const pending = scope.run(() => attemptProvider({ ...requestOf(turn), lane: 'slow' }))
  const first = await Promise.race([pending, turn.stop.whenAsked()])
  if (first !== STOP_ASKED) return mustAnswer(first)
  if (await stopped(turn.runId, turn.stop)) {
    scope.cancel()
    await pending.catch(onlyCancellation)
    return { kind: 'cancelled' }
  }
  // Too late to stop: the provider is already working on it, and its answer counts.
  return mustAnswer(await pending)
}

function mustAnswer(reply: AttemptReply): TurnReply {
  if (reply.kind === 'noTurn') throw new Error('the slow lane waits for its turn and never answers without one')
  return reply
}

function onlyCancellation(error: unknown): void {
  if (!isCancellation(error)) throw error
}

const STOP_ASKED = Symbol('stop asked')

interface Stop {
  /**
   * Whether a stop was requested and is not answered yet. Checked first, because every promise costs the sandbox time.
   */
  asked(): boolean
  whenAsked(): Promise<typeof STOP_ASKED>
  /** The request is being answered: the next one is a new one. */
  take(): void
}

/**
 * A `cancel` signal, or a cancellation from the Web UI, requests the stop; the database decides whether it is too late.
 */
function watchForCancel(): Stop {
  let waiting = false
  setHandler(cancelRequested, () => {
    waiting = true
  })
  CancellationScope.current().cancelRequested.catch(() => {
    waiting = true
  })
  return {
    asked: () => waiting,
    whenAsked: async () => {
      await condition(() => waiting)
      return STOP_ASKED
    },
    take: () => {
      waiting = false
    },
  }
}

async function stopped(runId: string, stop: Stop): Promise<boolean> {
  stop.take()
  const { cancelled } = await step.cancelRun({ runId })
  return cancelled
}

const CANCELLED: RunOutcome = { status: 'cancelled', provider: null, charge: null }
const ended = (status: RunStatus): RunOutcome => ({ status, provider: null, charge: null })
