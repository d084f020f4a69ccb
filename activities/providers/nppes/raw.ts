import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { listOf, objectOf, textOf } from '../wire.ts'

/** More errors than the registry ever returns at once. */
const ERRORS_READ = 20

/** The registry answers 200 with `Errors` when it refuses a query; an older API answers without a version. */
export const nppesRaw: RawRules = {
  query: { version: '2.1' },
  read({ status, body }) {
    const errors = listOf(objectOf(body)?.Errors, ERRORS_READ)
    if (status !== 200 || errors.length === 0) return null
    // The description may quote the query; the number does not.
    const numbers = errors.flatMap((error) => /^\d{1,4}$/.exec(textOf(objectOf(error)?.number) ?? '')?.[0] ?? [])
    return {
      kind: 'failed',
      outcome: 'rejected',
      detail: `HTTP 200: the registry refused the query (error ${numbers.join(', ') || 'without a number'})`,
    }
  },
}
