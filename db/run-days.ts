import { encodeId, ID_RANDOM_BYTES } from '../domain/ids/ids.ts'

const DAY_MS = 86_400_000

/** The last days in UTC, today included. */
export interface LastDays {
  /** On the last of the days. */
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

/** Each of the days, oldest first. */
export function runDaysOf({ now, days }: LastDays): RunDay[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return Array.from({ length: days }, (_, index) => {
    const start = today - (days - 1 - index) * DAY_MS
    return {
      day: new Date(start).toISOString().slice(0, 10),
      firstId: firstIdAt(start),
      endId: firstIdAt(start + DAY_MS),
    }
  })
}

/** No run of an earlier millisecond has this id or a later one. */
export const firstIdAt = (ms: number): string => encodeId('run', ms, new Uint8Array(ID_RANDOM_BYTES))
