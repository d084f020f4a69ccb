import { type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawAnswer, RawRules } from '../../../domain/providers/raw-rules.ts'

const NOT_FOUND = 404
/** List price of one match of a person; other records have prices that are not known here. */
const PERSON_CREDIT = parseUsd('0.35')
const PERSON_ENDPOINTS = /^[A-Z]+ \/v5\/person\//
const CREDITS_HEADER = 'x-call-credits-spent'
const CREDITS_DIGITS_MAX = 6

/** A record or a search without a match is a 404, and free. What a call took is in a header, in credits. */
export const peopledatalabsRaw: RawRules = {
  read(answer) {
    if (answer.status === NOT_FOUND) return { kind: 'noMatch', detail: 'no match' }
    return answer.status === 200 ? { kind: 'delivered', cost: costOf(answer) } : null
  },
}

/** null: the answer does not say, or the price of its credits is not known. */
function costOf({ endpoint, headers }: RawAnswer): Microdollars | null {
  const credits = [headers[CREDITS_HEADER]].flat()[0]?.trim() ?? ''
  if (credits.length > CREDITS_DIGITS_MAX || !/^\d+(?:\.0+)?$/.test(credits)) return null
  const whole = BigInt(Number(credits))
  if (whole === 0n) return 0n
  return endpoint !== undefined && PERSON_ENDPOINTS.test(endpoint) ? whole * PERSON_CREDIT : null
}
