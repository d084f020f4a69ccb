import { Temporal } from 'temporal-polyfill'
import { type Period, type SendingWindow, WEEKDAYS } from './policy.ts'

/** Milliseconds since 1970: the begin of the hour, the day and the week of a moment in a zone. */
export type PeriodStarts = Readonly<Record<Period, number>>

const at = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

const hourOf = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment.round({ smallestUnit: 'hour', roundingMode: 'floor' })

const mondayOf = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment
    .startOfDay()
    .subtract({ days: moment.dayOfWeek - 1 })
    .startOfDay()

/** When the hour, the day and the week (from Monday) of a moment began in a zone. */
export function periodStarts(ms: number, zone: string): PeriodStarts {
  const moment = at(ms, zone)
  return {
    hour: hourOf(moment).epochMilliseconds,
    day: moment.startOfDay().epochMilliseconds,
    week: mondayOf(moment).epochMilliseconds,
  }
}

/** When the next hour, day or week begins in a zone. */
export function nextStart(period: Period, ms: number, zone: string): number {
  const moment = at(ms, zone)
  switch (period) {
    case 'hour':
      return hourOf(moment).add({ hours: 1 }).epochMilliseconds
    case 'day':
      return moment.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds
    case 'week':
      return mondayOf(moment).add({ days: 7 }).startOfDay().epochMilliseconds
  }
}

/** The local date of a moment: `2026-11-30`. */
export const localDate = (ms: number, zone: string): string => at(ms, zone).toPlainDate().toString()

/** The days from one local date to another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

export const isZone = (name: string): boolean => {
  try {
    at(0, name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/**
 * The first moment from `ms` on that is in the window: `ms` itself while it is open. A local time that a change of the
 * clocks leaves out is the moment an hour later, and of one that occurs twice the first counts. Null: it never opens.
 */
export function nextOpening(window: SendingWindow, ms: number): number | null {
  const today = at(ms, window.timezone).toPlainDate()
  // A window that began yesterday may still be open; a week later every day has come once.
  for (let day = -1; day <= 8; day++) {
    const date = today.add({ days: day })
    if (!window.days.some((name) => WEEKDAYS.indexOf(name) + 1 === date.dayOfWeek)) continue
    const { opens, closes } = openingOn(window, date)
    if (closes > Math.max(ms, opens)) return Math.max(ms, opens)
  }
  return null
}

/** When the window that is open at `ms` closes. */
export function closingAfter(window: SendingWindow, ms: number): number {
  const today = at(ms, window.timezone).toPlainDate()
  const ends = [-1, 0].map((day) => openingOn(window, today.add({ days: day }))).filter(({ opens }) => opens <= ms)
  return Math.max(...ends.map(({ closes }) => closes))
}

function openingOn(
  { timezone, from, to }: SendingWindow,
  date: Temporal.PlainDate,
): { readonly opens: number; readonly closes: number } {
  const instantOf = (day: Temporal.PlainDate, time: string): number =>
    time === '24:00'
      ? day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds
      : day.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds
  return { opens: instantOf(date, from), closes: instantOf(to > from ? date : date.add({ days: 1 }), to) }
}
