import type { RawRules } from '../../../domain/providers/raw-rules.ts'

/** The other format is CSV, which is no JSON payload. Statuses have their usual meaning. */
export const fdicRaw: RawRules = { query: { format: 'json' } }
