import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import type { RawRequest } from '../raw/request.ts'
import { maySendLater } from './may-send.ts'
import { sendsUnchecked } from './raw-send.ts'
import type { Send } from './recipients.ts'

/** The parts of a run by which it is judged. */
export interface RunThatMaySend {
  /** The recipients that its input names, as `sendOf` or `sendOfRaw` has read them; null: none. */
  readonly send: Send | null
  /** null: the run of a capability. */
  readonly raw: RawRequest | null
  readonly input: JsonObject | readonly Json[]
}

/** Whether it writes to people that are stored at the provider, where no guard sees them. */
export const reachesStored = ({ raw, input }: Pick<RunThatMaySend, 'raw' | 'input'>): boolean =>
  raw !== null && sendsUnchecked(raw, isJsonList(input) ? [...input] : input)

/**
 * Whether a run writes to people: the one answer for jobs, watches and outcomes (Spec 4.8). A raw call also writes
 * where its input names no recipient, because its recipients are stored at the provider.
 */
export const isSend = (run: RunThatMaySend): boolean => run.send !== null || reachesStored(run)

/**
 * Whether a run writes to people or may lead to it, in doubt yes: the one answer for what a person has decided about
 * sends, by the limits of a key or the approval policy (Spec 4.8).
 */
export const maySend = (run: RunThatMaySend): boolean => isSend(run) || (run.raw !== null && maySendLater(run.raw))
