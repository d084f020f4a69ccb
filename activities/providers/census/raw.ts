import type { RawRules } from '../../../domain/providers/raw-rules.ts'

const NO_CONTENT = 204

/** A query that matches no row is answered without content. */
export const censusRaw: RawRules = {
  read: ({ status }) => (status === NO_CONTENT ? { kind: 'noMatch', detail: 'no data for this question' } : null),
}
