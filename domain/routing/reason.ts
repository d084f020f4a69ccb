import type { AttemptAnswer } from '../runs/attempt-answer.ts'
import type { Decision } from '../runs/decision.ts'
import type { AnswerSource } from '../tables/enrichment.ts'
import { ANOTHER_PINNED, type Candidate, type CandidateHits, type RoutePlan } from './plan.ts'

const STRATEGY_WORDS: Record<RoutePlan['strategy'], string> = {
  cheapest: 'cheapest',
  fastest: 'fastest',
  highest_success_rate: 'highest success rate',
  best_value: 'best value',
}

const ORDER_WORDS = { request: 'request', policy: 'routing policy' } as const

/**
 * The sentence that explains why this provider was chosen (Spec 2.1 `routing_reason`), written when the money is
 * reserved.
 */
export const plannedReason = (plan: RoutePlan): string => `${[opening(plan), ...leftOut(plan)].join('; ')}.`

/** The addition after the attempts, when the run ends; null if the first choice delivered. */
export function outcomeReason(answers: readonly AttemptAnswer[], decision: Decision): string | null {
  const missed = decision.attempt === null ? answers : answers.slice(0, decision.attempt - 1)
  if (missed.length === 0) return null
  const ends = missed.map(({ provider, outcome }) => `${provider} ended in ${outcome}`).join(', ')
  return decision.attempt === null ? `Then ${ends}.` : `After ${ends}, ${decision.provider} answered.`
}

function opening(plan: RoutePlan): string {
  const [first, ...rest] = plan.candidates
  if (first === undefined) return 'No candidate'
  const why = plan.pinned
    ? 'pinned by the request'
    : first.explored === true
      ? 'tried first to learn how often it finds'
      : plan.ordered_by === undefined
        ? `first by ${STRATEGY_WORDS[plan.strategy]}`
        : `first in the order of the ${ORDER_WORDS[plan.ordered_by]}`
  const others = rest.length > 0 ? `, before ${rest.map(named).join(' and ')}` : ''
  return `${named(first)} was ${why}${others}`
}

const named = ({ provider, connection_id: own, max_charge: most, health, hits }: Candidate): string => {
  const price = own === undefined ? `at most ${most}` : 'your own key, not metered'
  return `${provider} (${[price, `health ${health}`, ...(hits === undefined ? [] : [found(hits)])].join(', ')})`
}

const percent = (rate: number): string => `${Math.round(rate * 100)} %`

const found = ({ rate, answers, missed, of_all: own }: CandidateHits): string =>
  [
    `finds ${percent(rate)} of ${missed === undefined ? 'these' : `what ${missed} misses`}, n = ${answers}`,
    ...(own === undefined ? [] : [`finds ${percent(own.rate)} of these, n = ${own.answers}`]),
  ].join(', ')

function leftOut(plan: RoutePlan): string[] {
  const others = [...plan.skipped, ...plan.excluded].filter(({ reason }) => reason !== ANOTHER_PINNED)
  return others.length === 0
    ? []
    : [`excluded: ${others.map(({ provider, reason }) => `${provider} (${reason})`).join(', ')}`]
}

/** The same for a run that a saved row answers (Spec 4.6). */
export const savedReason = ({ table, run_id: runId, saved_at: at }: AnswerSource): string =>
  `Answered from a row of the table ${table}, saved at ${new Date(at).toISOString()} by ${runId}; no provider was called.`
