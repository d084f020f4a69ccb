import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { objectOf } from '../wire.ts'
import { carriesError } from './map.ts'

const NOT_FOUND = 404
/** List price in the smallest plan. */
const CREDIT = parseUsd('0.024')

/** Every answer reports how many credits it took; a miss takes none. */
export const leadmagicRaw: RawRules = {
  read({ status, body }) {
    const answer = objectOf(body)
    if (answer === null) return null
    if (status === NOT_FOUND) return { kind: 'noMatch', detail: 'not known' }
    if (status !== 200) return null
    if (carriesError(answer))
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200: the answer carries an error' }
    return { kind: 'delivered', cost: costOfCredits(answer.credits_consumed, CREDIT) }
  },
}
