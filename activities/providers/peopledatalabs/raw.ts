import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawAnswer, RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { ABSENT, type ReportedCost } from '../../../domain/providers/reported-cost.ts'

const NOT_FOUND = 404
/** List prices of one match, by the kind of record; the prices of other records are not known here. */
export const CREDIT_COSTS = { person: '0.35', company: '0.11', ip: '0.09' } as const
const PRICED_ENDPOINTS = /^[A-Z]+ \/v5\/(person|company|ip)\//
const CREDITS_HEADER = 'x-call-credits-spent'

/** A record or a search without a match is a 404, and free. A header holds the cost of a call, in credits. */
export const peopledatalabsRaw: RawRules = {
  read(answer) {
    if (answer.status === NOT_FOUND) return { kind: 'noMatch', detail: 'no match' }
    return answer.status === 200 ? { kind: 'delivered', cost: costOf(answer) } : null
  },
}

/** Absent where the answer does not report it, and where the price of its credits is not known. */
function costOf({ endpoint, headers }: RawAnswer): ReportedCost {
  const kind = PRICED_ENDPOINTS.exec(endpoint ?? '')?.[1]
  const known = kind === 'person' || kind === 'company' || kind === 'ip'
  const cost = costOfCredits([headers[CREDITS_HEADER]].flat()[0], parseUsd(CREDIT_COSTS[known ? kind : 'person']))
  return cost.kind !== 'amount' || cost.amount === 0n || known ? cost : ABSENT
}
