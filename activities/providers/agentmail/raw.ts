import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { errorCode, isInputsFault } from './map.ts'

const FORBIDDEN = 403

/** A 403 is the fault of the account or of the message: only the code states which. */
export const agentmailRaw: RawRules = {
  read({ status, body }) {
    const code = errorCode(body)
    return status === FORBIDDEN && isInputsFault(code)
      ? { kind: 'failed', outcome: 'rejected', detail: `HTTP ${status} (${code})` }
      : null
  },
}
