import type { RawRules } from '../../../domain/providers/raw-rules.ts'

const NOT_FOUND = 404

/**
 * Only endpoints of a single study answer 404: the study does not exist. A search without results is a 200 with an
 * empty list.
 */
export const clinicaltrialsRaw: RawRules = {
  read: ({ status }) => (status === NOT_FOUND ? { kind: 'noMatch', detail: 'no study of this number' } : null),
}
