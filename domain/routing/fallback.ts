import { formatUsd, parseUsd } from '../money/microdollars.ts'
import { ATTEMPTS_MAX, type Candidate, type RoutePlan } from './plan.ts'
import { deliveryCharge, noMatchCharge } from './price.ts'
import type { AttemptAnswer } from '../runs/attempt-answer.ts'
import { type Decision, endsWaterfall } from '../runs/decision.ts'

export type NextStep =
  | { readonly kind: 'attempt'; readonly number: number; readonly candidate: Candidate }
  | { readonly kind: 'settle'; readonly decision: Decision }

/** The part of a plan that decides what comes next. */
export type Waterfall = Pick<RoutePlan, 'candidates' | 'billing' | 'sends' | 'stops_at_rejected_key'>

export const waterfallOf = ({ candidates, billing, sends, stops_at_rejected_key: stops }: RoutePlan): Waterfall => ({
  candidates: candidates.map(({ hits: _hits, explored: _explored, ...candidate }) => candidate),
  billing,
  sends,
  ...(stops === undefined ? {} : { stops_at_rejected_key: stops }),
})

/**
 * The waterfall (Spec 3.1): the next provider to try, or how the run ends. For pinned runs and for runs without
 * fallback, the plan already holds only one candidate.
 */
export function nextStep(plan: Waterfall, answers: readonly AttemptAnswer[]): NextStep {
  const last = answers.at(-1)
  const lastCandidate = plan.candidates[answers.length - 1]
  if (last !== undefined && lastCandidate !== undefined) {
    const final = finalDecision(plan, last, lastCandidate, answers.length)
    if (final !== null) return { kind: 'settle', decision: final }
  }
  const candidate = plan.candidates[answers.length]
  if (candidate !== undefined && answers.length < ATTEMPTS_MAX && !isStopped(plan, answers, candidate)) {
    return { kind: 'attempt', number: answers.length + 1, candidate }
  }
  return { kind: 'settle', decision: withoutDelivery(answers) }
}

/** The own key that leads the run was rejected, and its workspace pays no other provider. */
const isStopped = (plan: Waterfall, answers: readonly AttemptAnswer[], next: Candidate): boolean =>
  plan.stops_at_rejected_key === true && answers[0]?.key_rejected === true && parseUsd(next.max_charge) > 0n

/** The decision when this answer ends the run whatever candidates are left, else null. */
function finalDecision(plan: Waterfall, answer: AttemptAnswer, candidate: Candidate, number: number): Decision | null {
  if (!endsWaterfall(plan, answer.outcome)) return null
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
      charge: formatUsd(noMatchCharge(candidate, plan.billing)),
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
