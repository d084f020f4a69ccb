import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf, textOf } from '../wire.ts'

const NOT_FOUND = 404

/** A 404 with a sentence in `detail` is the answer about a record that does not exist; one without is a wrong address. */
export const usaspendingRaw: RawRules = {
  read({ status, body }) {
    const nothing = status === NOT_FOUND && textOf(objectOf(body)?.detail) !== null
    return nothing ? { kind: 'noMatch', detail: 'no such record' } : null
  },
}
