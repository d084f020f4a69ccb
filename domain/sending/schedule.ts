import { readTime, TIME_FORMS } from '../rows/times.ts'
import { HORIZON_DAYS } from './slot.ts'

/** The most sends that wait for one sender. */
export const WAITING_PER_SENDER_MAX = 10_000

/** When a send may go, as it is stored with its run; times in ISO 8601. */
export interface SendSchedule {
  readonly not_before?: string
  readonly not_after?: string
  /** What happens without a free slot now; absent: it waits. */
  readonly on_limit?: 'refuse'
}

/** The same as a request has it. */
export interface RequestedSchedule {
  readonly at?: string
  readonly not_before?: string
  readonly not_after?: string
  readonly on_limit?: 'wait' | 'refuse'
}

export type ScheduleRead =
  | { readonly kind: 'schedule'; readonly schedule: SendSchedule }
  | { readonly kind: 'fault'; readonly member: keyof RequestedSchedule; readonly message: string }

const DAY_MS = 86_400_000

/** Reads the times of a schedule; a time in the past is now. */
export function readSchedule(requested: RequestedSchedule, now: Date): ScheduleRead {
  const fault = (member: keyof RequestedSchedule, message: string) => ({ kind: 'fault', member, message }) as const
  if (requested.at !== undefined && requested.not_before !== undefined)
    return fault('not_before', 'cannot be combined with `at`')
  const times: Record<string, Date> = {}
  for (const member of ['at', 'not_before', 'not_after'] as const) {
    const text = requested[member]
    if (text === undefined) continue
    const time = readTime(text, now)
    if (time === null) return fault(member, `must be ${TIME_FORMS}`)
    if (time.getTime() > now.getTime() + HORIZON_DAYS * DAY_MS)
      return fault(member, `must be at most ${HORIZON_DAYS} days ahead`)
    times[member] = time
  }
  const { at, not_before: notBefore = at, not_after: notAfter } = times
  if (notAfter !== undefined && notAfter <= (notBefore ?? now))
    return fault('not_after', 'must be after the earliest time of the send, and in the future')
  return {
    kind: 'schedule',
    schedule: {
      ...(notBefore === undefined || notBefore <= now ? {} : { not_before: notBefore.toISOString() }),
      ...(notAfter === undefined ? {} : { not_after: notAfter.toISOString() }),
      ...(requested.on_limit === 'refuse' ? { on_limit: 'refuse' } : {}),
    },
  }
}
