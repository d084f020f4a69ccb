import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf } from '../wire.ts'
import { readErrors } from './map.ts'

/** Its errors come inside a 200. */
export const builtwithRaw: RawRules = {
  read({ status, body }) {
    const answer = status === 200 ? objectOf(body) : null
    switch (answer === null ? 'none' : readErrors(answer)) {
      case 'none':
        return null
      case 'not known':
        return { kind: 'noMatch', detail: 'not known' }
      case 'account':
        return {
          kind: 'failed',
          outcome: 'provider_error',
          detail: 'HTTP 200: no credits left, or a wrong key',
          accountExhausted: true,
        }
      case 'other':
        return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200: the answer carries an error' }
    }
  },
}
