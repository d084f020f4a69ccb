import type { RawRules } from '../../../domain/providers/raw-rules.ts'

const NOT_FOUND = 404

/** Only endpoints of a single document or agency answer 404: it does not exist. */
export const federalRegisterRaw: RawRules = {
  read: ({ status }) => (status === NOT_FOUND ? { kind: 'noMatch', detail: 'no such document' } : null),
}
