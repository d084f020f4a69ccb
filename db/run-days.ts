import { encodeId, ID_RANDOM_BYTES } from '../domain/ids/ids.ts'

const DAY_MS = 86_400_000

/** Days in UTC, up to one of them, such as today. */
export interface LastDays {
  /** A time on the last of the days. */
  readonly now: Date
  readonly days: number
}

/** A day of runs: ids sort by time, so it is a range of ids. */
export interface RunDay {
  /** `2026-11-22`. */
  readonly day: string
  /** Every run of the day has this id or a later one, */
  readonly firstId: string
  /** and an id before this one. */
  readonly endId: string
}

/** The begin of the first of the days. */
export const beginOf = ({ now, days }: LastDays): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - (days - 1)) * DAY_MS)

/** Each of the days, oldest first. */
export function runDaysOf(last: LastDays): RunDay[] {
  const begin = beginOf(last).getTime()
  return Array.from({ length: last.days }, (_, index) => {
    const start = begin + index * DAY_MS
    return {
      day: new Date(start).toISOString().slice(0, 10),
      firstId: firstIdAt(start),
      endId: firstIdAt(start + DAY_MS),
    }
  })
}

/** No run of an earlier millisecond has this id or a later one. */
export const firstIdAt = (ms: number): string => encodeId('run', ms, new Uint8Array(ID_RANDOM_BYTES))
