import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf, textOf } from '../wire.ts'

const NOT_FOUND = 404

/** A 404 with a sentence in `detail` means that the record does not exist; a 404 without one is a wrong URL. */
export const usaspendingRaw: RawRules = {
  read({ status, body }) {
    const nothing = status === NOT_FOUND && textOf(objectOf(body)?.detail) !== null
    return nothing ? { kind: 'noMatch', detail: 'no such record' } : null
  },
}
