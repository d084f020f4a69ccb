import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import { objectOf } from '../wire.ts'

/** A credit of the smallest plan: 29 USD for 500. */
const CREDIT = parseUsd('0.058')

/** Searches and lookups report their credits; one that finds nothing takes none. */
export const fullenrichRaw: RawRules = {
  read: ({ status, body }) =>
    status === 200
      ? { kind: 'delivered', cost: costOfCredits(objectOf(objectOf(body)?.metadata)?.credits, CREDIT) }
      : null,
}
