import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf } from '../wire.ts'

const NOT_FOUND = 404

/** A search that finds nothing is answered 404 with this code; any other 404 is a wrong URL. */
export const openfdaRaw: RawRules = {
  read({ status, body }) {
    const nothing = status === NOT_FOUND && objectOf(objectOf(body)?.error)?.code === 'NOT_FOUND'
    return nothing ? { kind: 'noMatch', detail: 'no record matches the search' } : null
  },
}
