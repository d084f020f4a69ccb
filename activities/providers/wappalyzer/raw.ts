import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'

/** Price in the smallest plan with an API. */
const CREDIT = parseUsd('0.0225')
const CREDITS_HEADER = 'wappalyzer-credits-spent'

/** A header reports the cost of a call. */
export const wappalyzerRaw: RawRules = {
  read: ({ status, headers }) =>
    status === 200 ? { kind: 'delivered', cost: costOfCredits([headers[CREDITS_HEADER]].flat()[0], CREDIT) } : null,
}
