import { formatUsd, parseUsd } from '../money/microdollars.ts'
import type { Lane } from './lanes.ts'
import { ATTEMPTS_MAX, type Candidate, type RoutePlan } from './plan.ts'
import { deliveryCharge, noMatchCharge } from './price.ts'
import type { AttemptAnswer } from '../runs/attempt-answer.ts'
import { type Decision, endsWaterfall } from '../runs/decision.ts'

/** The part of a route plan that decides what comes next. */
export type Waterfall = Pick<RoutePlan, 'candidates' | 'billing' | 'sends' | 'stops_at_rejected_key'>

/**
 * A run between two of its steps. The workflow and the activity that makes a quick first attempt carry it from one step
 * to the next; it is stored in histories, so a member is only added.
 */
export interface WaterfallState {
  readonly waterfall: Waterfall
  /** Of the attempts that were made, in their order. */
  readonly answers: readonly AttemptAnswer[]
  /** The next attempt has found no slot in the quick lane: of the worker, or at its provider. */
  readonly no_slot?: 'worker' | 'provider'
}

/** The answer of an attempt that was to be made. */
export type StepAnswer = { readonly kind: 'answered'; readonly answer: AttemptAnswer } | NoSlot

/**
 * The attempt has not begun, because the quick lane does not wait: for the provider, which has no slot for it, or for
 * this worker, which has none or has seen the offer answer slowly.
 */
export interface NoSlot {
  readonly kind: 'noSlot'
  readonly of: 'worker' | 'provider'
}

/** The attempt to make next. */
export interface AttemptPlan {
  /** From 1. */
  readonly number: number
  readonly candidate: Candidate
  readonly lane: Lane
  /**
   * What operators see of the run while the attempt waits in the slow lane: `queued` where the first provider had no
   * slot. The status in the database is that of the moment.
   */
  readonly shownStatus: 'queued' | 'running'
  /** That of the run before the attempt. */
  readonly state: WaterfallState
}

/** How the waterfall ends. */
export interface Settlement {
  readonly decision: Decision
  readonly answers: readonly AttemptAnswer[]
  /** The delivering attempt used the workspace's own key. */
  readonly ownKey: boolean
}

export type NextStep =
  | { readonly kind: 'attempt'; readonly attempt: AttemptPlan }
  | ({ readonly kind: 'settle' } & Settlement)

/** A run whose money is held, before its first attempt. */
export const beginWaterfall = ({
  candidates,
  billing,
  sends,
  stops_at_rejected_key: stops,
}: RoutePlan): WaterfallState => ({
  waterfall: {
    candidates: candidates.map(({ hits: _hits, explored: _explored, ...candidate }) => candidate),
    billing,
    sends,
    ...(stops === undefined ? {} : { stops_at_rejected_key: stops }),
  },
  answers: [],
})

/** The run after an attempt that was to be made. */
export function afterAnswer({ waterfall, answers, no_slot: noSlot }: WaterfallState, step: StepAnswer): WaterfallState {
  if (step.kind === 'answered') return { waterfall, answers: [...answers, step.answer] }
  if (noSlot !== undefined) throw new Error('the slow lane waits for a slot, and never answers without one')
  return { waterfall, answers, no_slot: step.of }
}

/** The step that follows an answer (Spec 3.1). */
export const step = (state: WaterfallState, answer: StepAnswer): NextStep => nextStep(afterAnswer(state, answer))

/**
 * The waterfall (Spec 3.1): the next provider to try, or how the run ends. For pinned runs and for runs without
 * fallback, the plan already holds only one candidate.
 */
export function nextStep(state: WaterfallState): NextStep {
  const { waterfall, answers } = state
  const last = answers.at(-1)
  const lastCandidate = waterfall.candidates[answers.length - 1]
  const final =
    last === undefined || lastCandidate === undefined
      ? null
      : finalDecision(waterfall, last, { candidate: lastCandidate, number: answers.length })
  if (final !== null) return settlement(state, final)
  const candidate = waterfall.candidates[answers.length]
  return candidate === undefined || answers.length >= ATTEMPTS_MAX || isStopped(waterfall, answers, candidate)
    ? settlement(state, withoutDelivery(answers))
    : { kind: 'attempt', attempt: attemptAt(state, candidate) }
}

function attemptAt(state: WaterfallState, candidate: Candidate): AttemptPlan {
  const number = state.answers.length + 1
  return {
    number,
    candidate,
    lane: state.no_slot === undefined ? candidate.lane : 'slow',
    shownStatus: state.no_slot === 'provider' && number === 1 ? 'queued' : 'running',
    state,
  }
}

function settlement({ waterfall, answers }: WaterfallState, decision: Decision): NextStep {
  const delivering = decision.attempt === null ? undefined : waterfall.candidates[decision.attempt - 1]
  return { kind: 'settle', decision, answers, ownKey: delivering?.connection_id !== undefined }
}

/** The own key that leads the run was rejected, and its workspace pays no other provider. */
const isStopped = (waterfall: Waterfall, answers: readonly AttemptAnswer[], next: Candidate): boolean =>
  waterfall.stops_at_rejected_key === true && answers[0]?.key_rejected === true && parseUsd(next.max_charge) > 0n

/** The decision when this answer ends the run whatever candidates are left, else null. */
function finalDecision(
  waterfall: Waterfall,
  answer: AttemptAnswer,
  { candidate, number }: { readonly candidate: Candidate; readonly number: number },
): Decision | null {
  if (!endsWaterfall(waterfall, answer.outcome)) return null
  if (answer.outcome === 'succeeded') {
    return {
      status: 'succeeded',
      attempt: number,
      provider: answer.provider,
      charge: formatUsd(deliveryCharge(candidate, answer)),
      ...(candidate.price.model === 'actor' && parseUsd(candidate.max_charge) > 0n ? { final_bill: true } : {}),
    }
  }
  if (answer.outcome === 'no_match') {
    return {
      status: 'no_match',
      attempt: number,
      provider: answer.provider,
      charge: formatUsd(noMatchCharge(candidate, waterfall.billing)),
    }
  }
  return { status: 'failed', attempt: null, provider: answer.provider, charge: formatUsd(0n), unknown_send: true }
}

/**
 * No provider delivered: one authoritative miss makes the run a miss; otherwise the last failure decides the status.
 */
function withoutDelivery(answers: readonly AttemptAnswer[]): Decision {
  const missed = answers.find(({ outcome }) => outcome === 'no_match')
  const last = answers.at(-1)
  const status = missed !== undefined ? 'no_match' : last?.outcome === 'provider_timeout' ? 'timed_out' : 'failed'
  return { status, attempt: null, provider: (missed ?? last)?.provider ?? '', charge: formatUsd(0n) }
}
