import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import type { Json } from '../../../domain/json/json.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { objectOf, textOf } from '../wire.ts'

const UNPROCESSABLE = 422

/** The price of a credit in a public catalog. */
export const CREDIT_COST = '0.01'

/**
 * Used-up credits are a 422 whose text names them; any other 422 is the input's fault. A match without a result is a
 * 200. A bulk match reports its credits.
 */
export const apolloRaw: RawRules = {
  read({ endpoint, status, body }) {
    if (status === UNPROCESSABLE && isOutOfCredits(body)) {
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 422: no credits left', accountExhausted: true }
    }
    if (endpoint === 'POST /people/bulk_match' && status === 200)
      return { kind: 'delivered', cost: costOfCredits(objectOf(body)?.credits_consumed, parseUsd(CREDIT_COST)) }
    const missed = endpoint === 'POST /people/match' && status === 200 && objectOf(body)?.person === null
    return missed ? { kind: 'noMatch', detail: 'no person found' } : null
  },
}

function isOutOfCredits(body: Json): boolean {
  const { error, message } = objectOf(body) ?? {}
  return /credit/i.test(`${textOf(error) ?? ''} ${textOf(message) ?? ''}`)
}
