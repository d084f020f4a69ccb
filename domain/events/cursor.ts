import { idPattern, timeOfId } from '../ids/ids.ts'

export const EVENT_ID_PATTERN = idPattern('evt')

/** Ids carry the time of the process that wrote them. The clocks of processes differ by less than this. */
const CLOCKS_APART_MS_MAX = 60_000

export interface StreamEnds {
  /** The newest event that retention has removed; null if there is none yet. */
  readonly purgedEventId: string | null
  /** The oldest stored event; null if there is none. */
  readonly oldestEventId: string | null
}

/**
 * The verdict on a cursor that names no stored event (decisions, "event cursor too old"): retention has removed its
 * event, or the stream never had it. The event itself is gone, so the time in its id decides.
 */
export function judgeUnknownCursor(after: string, { purgedEventId, oldestEventId }: StreamEnds): 'expired' | 'unknown' {
  if (purgedEventId === null) return 'unknown'
  if (oldestEventId === null) return 'expired'
  return timeOfId(after) <= Math.max(timeOfId(oldestEventId), timeOfId(purgedEventId)) + CLOCKS_APART_MS_MAX
    ? 'expired'
    : 'unknown'
}
