import type { RawRules } from '../../../domain/providers/raw-rules.ts'

/** The other format is CSV, which is no JSON payload. Statuses mean the usual. */
export const fdicRaw: RawRules = { query: { format: 'json' } }
