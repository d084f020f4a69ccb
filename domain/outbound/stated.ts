import { isJsonObject, type JsonObject } from '../json/json.ts'

/** Why a sender may write to a person (GDPR art. 6, CASL section 10). */
export const BASIS_KINDS = ['consent', 'existing_customer', 'legitimate_interest', 'contract'] as const
export const BASIS_NOTE_LENGTH_MAX = 500

export interface LawfulBasis {
  readonly kind: (typeof BASIS_KINDS)[number]
  /** Absent: none was given, or an erasure has deleted it. */
  readonly note?: string
}

/** What a send states about itself; a member that was not stated is absent. */
export interface StatedOfSend {
  readonly basis?: LawfulBasis
  readonly ai_generated?: true
}

/** Reads what the input of any send states. The schema of the capability has accepted the input. */
export function statedOf({ basis, ai_generated: generated }: JsonObject): StatedOfSend {
  const kind = isJsonObject(basis) ? BASIS_KINDS.find((one) => one === basis['kind']) : undefined
  const note = isJsonObject(basis) && typeof basis['note'] === 'string' ? { note: basis['note'] } : {}
  return {
    ...(kind === undefined ? {} : { basis: { kind, ...note } }),
    ...(generated === true ? { ai_generated: true } : {}),
  }
}
