import type { Json } from '../../../domain/providers/manifest.ts'
import { objectOf, textOf } from '../wire.ts'

/** Refusals of this message or of its sender, which say nothing about the account. */
const INPUTS_FAULTS: ReadonlySet<string> = new Set(['message_rejected', 'domain_not_verified'])

/** The stable token of an error; name and message are kept for old clients only. */
export const errorCode = (body: Json): string | null => textOf(objectOf(body)?.code)

export const isInputsFault = (code: string | null): boolean => code !== null && INPUTS_FAULTS.has(code)
