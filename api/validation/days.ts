import type { Static } from 'typebox'
import type { LastDays } from '../../db/run-days.ts'
import { Problem } from '../errors/problem.ts'
import { type DaysQuery, USAGE_DAYS_MAX } from '../schemas/usage.ts'
import { timeOf } from './time.ts'

const DAY_MS = 86_400_000

/**
 * The requested days in UTC, oldest first: from `since` or as many as `days`, and before `until` or with today.
 * Throws `invalid_request` for days that are later than today, for none and for too many.
 */
export function daysOf({ days, since, until }: Static<typeof DaysQuery>, nowMs: number): LastDays {
  const tomorrow = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
  const end = until === undefined ? tomorrow : timeOf(until, '/until')
  if (end > tomorrow) throw refused('The last day is later than today (UTC).', '/until')
  const now = new Date(end - DAY_MS)
  if (since === undefined) return { now, days }
  const chosen = (end - timeOf(since, '/since')) / DAY_MS
  if (chosen < 1) throw refused('The first day is later than the last one.', '/since')
  if (chosen > USAGE_DAYS_MAX) throw refused(`These are ${chosen} days. Choose ${USAGE_DAYS_MAX} at most.`, '/since')
  return { now, days: chosen }
}

const refused = (message: string, param: string): Problem => new Problem('invalid_request', message, { param })
