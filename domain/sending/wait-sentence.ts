import { Temporal } from 'temporal-polyfill'
import type { WaitReason } from './slot.ts'

const WHAT: Readonly<Record<WaitReason, string>> = {
  requested: 'the requested time, from',
  window: 'the window of',
  hour_cap: 'the next hour of',
  day_cap: 'the next day of',
  week_cap: 'the next week of',
  domain_cap: 'the domain of',
  spacing: 'the next gap of',
  ramp: 'the next day of the ramp of',
  sender_paused: 'the end of the pause of',
}

/** What a scheduled send waits for, for an operator: `the window of ada@example.com, Mon 09:00 Europe/Berlin`. */
export function waitSentence({
  reason,
  sender,
  at,
  zone,
}: {
  readonly reason: WaitReason
  readonly sender: string
  readonly at: Date | null
  readonly zone: string
}): string {
  const what = `${WHAT[reason]} ${sender}`
  if (at === null) return what
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const day = local.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
  return `${what}, ${day} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} ${zone}`
}
