import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { objectOf } from '../wire.ts'
import { errorCode } from './map.ts'

const NOT_FOUND = 404
/** Price in the smallest plan. */
const CREDIT = parseUsd('0.0019')

/** An unknown company is a 404 with the provider's body, and free; the cost of other answers is in `meta`. */
export const thecompaniesapiRaw: RawRules = {
  read({ status, body }) {
    if (status === NOT_FOUND && errorCode(body) !== null) return { kind: 'noMatch', detail: 'not known' }
    return status === 200
      ? { kind: 'delivered', cost: costOfCredits(objectOf(objectOf(body)?.meta)?.cost, CREDIT) }
      : null
  },
}
