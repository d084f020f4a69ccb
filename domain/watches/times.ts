/** The facts that decide the times of a watch; milliseconds since 1970. */
export interface WatchTimes {
  readonly watchId: string
  readonly createdAtMs: number
  readonly everyMs: number
}

/** A tenth of the interval, and ten minutes at most: a thousand watches made in one minute are due over ten. */
const SPREAD_PART = 10
const SPREAD_MS_MAX = 600_000
/** Temporal's Schedules have a resolution of one second. */
const SECOND_MS = 1_000

/**
 * The position of a watch within its interval: the Schedule fires at `phaseMs` after each multiple of `everyMs`, from
 * `firstMs` on.
 */
export interface ScheduleOffset {
  readonly everyMs: number
  readonly phaseMs: number
  readonly firstMs: number
}

/**
 * One rule for the Schedule and for `next_refresh_at`: first `every` after the creation plus a delay, then every
 * `every`. The delay follows from the watch's id and not from chance, so each computation finds the same times.
 */
export function scheduleOffsetOf({ watchId, createdAtMs, everyMs }: WatchTimes): ScheduleOffset {
  const spreadMs = Math.min(SPREAD_MS_MAX, Math.floor(everyMs / SPREAD_PART))
  const delayMs = spreadOf(watchId) % spreadMs
  const firstMs = Math.ceil((createdAtMs + everyMs + delayMs) / SECOND_MS) * SECOND_MS
  return { everyMs, phaseMs: firstMs % everyMs, firstMs }
}

/** The first firing after `nowMs`. */
export function nextRefreshMs(times: WatchTimes, nowMs: number): number {
  const { firstMs, everyMs } = scheduleOffsetOf(times)
  return nowMs < firstMs ? firstMs : firstMs + (Math.floor((nowMs - firstMs) / everyMs) + 1) * everyMs
}

/** FNV-1a over the id, whose end is random, with a last mix so that neighbours are far apart. */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
