import { formatUsd } from '../../domain/money/microdollars.ts'
import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { AdapterResult } from '../../domain/providers/manifest.ts'
import { microdollarsOf } from '../../domain/providers/reported-cost.ts'
import type { AttemptAnswer } from '../../domain/runs/attempt-answer.ts'
import type { AttemptOutcome } from '../../domain/runs/states.ts'
import type { StoredAttemptState } from '../../db/runs/attempts/begin.ts'
import type { AttemptEnd } from '../../db/runs/attempts/outcome.ts'
import type { AttemptExecution } from './attempt-execution.ts'

/** How long routing avoids an account whose quota is used up or whose credential was refused. */
const EXHAUSTED_FOR_SECONDS = 300

type Written = Pick<StoredAttemptState, 'provider' | 'units' | 'cost' | 'rateCard'> & { readonly keyRejected?: boolean }

/** The workflow's view of an attempt's outcome: amounts as text, and only the members that are known. */
export const answerOf = (
  { provider, units, cost, rateCard, keyRejected = false }: Written,
  outcome: AttemptOutcome,
): AttemptAnswer => ({
  provider,
  outcome,
  units: units ?? 0,
  ...(cost === null ? {} : { cost: formatUsd(cost) }),
  ...(rateCard === null ? {} : { rate_card: formatUsd(rateCard) }),
  ...(keyRejected ? { key_rejected: true as const } : {}),
})

/** Decisions, "unknown send": readers of the attempts find these by their first word. */
const detailOf = (outcome: AttemptOutcome, detail: string): string =>
  outcome === 'unknown' ? `unknown: ${detail}` : detail

/** A raw payload is stored apart from the service's own fields. */
function keptApart({ run }: AttemptExecution, output: JsonObject): Pick<AttemptEnd, 'output' | 'payload'> {
  if (run.rawRequest === null) return { output, payload: undefined }
  const { data, ...summary } = output
  return { output: summary, payload: data }
}

/** `subjects`: those that a delivered result names. */
export function endOf(
  call: AttemptExecution,
  result: AdapterResult,
  subjects: readonly FoundSubject[] | null,
): AttemptEnd {
  const base = {
    runId: call.runId,
    number: call.number,
    token: call.token,
    accountId: call.accountId,
    exhaustedForSeconds: null,
    cost: null,
    rateCard: null,
    costUnreadable: false,
    payload: undefined,
    subjects,
  }
  switch (result.kind) {
    case 'delivered':
      return {
        ...base,
        outcome: 'succeeded',
        detail: result.detail ?? null,
        ...keptApart(call, result.output),
        raw: result.raw,
        units: result.units,
        ...(result.removed === undefined ? {} : { removed: result.removed }),
        cost: microdollarsOf(result.cost),
        rateCard: microdollarsOf(result.rateCard),
        costUnreadable: [result.cost, result.rateCard].some((cost) => cost?.kind === 'unreadable'),
      }
    case 'noMatch':
      return { ...base, outcome: 'no_match', detail: result.detail, output: null, raw: result.raw, units: 0 }
    case 'failed':
      return {
        ...base,
        outcome: result.outcome,
        detail: detailOf(result.outcome, result.detail),
        output: null,
        raw: null,
        units: 0,
        exhaustedForSeconds: result.accountExhausted === true ? EXHAUSTED_FOR_SECONDS : null,
        ...(call.connectionId !== null && result.keyRejected === true ? { keyRejected: true as const } : {}),
      }
  }
}
