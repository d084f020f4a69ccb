import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { secUserAgent } from './map.ts'

const FORBIDDEN = 403
const NOT_FOUND = 404

/**
 * The agency requires a contact e-mail address, limits callers by a 403, and answers 404 where a company has no data.
 */
export const secRaw: RawRules = {
  contactHeaders: (contact) => ({ 'user-agent': secUserAgent(contact) }),
  read({ status }) {
    if (status === FORBIDDEN) return { kind: 'failed', outcome: 'rate_limited', detail: 'HTTP 403' }
    return status === NOT_FOUND ? { kind: 'noMatch', detail: 'nothing is filed under this number' } : null
  },
}
