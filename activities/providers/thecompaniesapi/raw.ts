import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { objectOf } from '../wire.ts'
import { errorCode } from './map.ts'

const NOT_FOUND = 404
/** Price in the smallest plan. */
const CREDIT = parseUsd('0.0019')

/**
 * An unknown company is a 404 with the provider's body, and free. The cost of other answers is in their `meta`, or in
 * that of their company where they are about an address.
 */
export const thecompaniesapiRaw: RawRules = {
  read({ status, body }) {
    if (status === NOT_FOUND && errorCode(body) !== null) return { kind: 'noMatch', detail: 'not known' }
    if (status !== 200) return null
    const answer = objectOf(body)
    const reported = objectOf(answer?.meta)?.cost ?? objectOf(objectOf(answer?.company)?.meta)?.cost
    return { kind: 'delivered', cost: costOfCredits(reported, CREDIT) }
  },
}
