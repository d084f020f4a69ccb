import type { Environment } from '../runs/states.ts'

/** GDPR art. 12 (3): one month to answer. The shortest one and a half days less. */
export const ANSWER_DAYS = 30
/** After these days the workspace is reminded of a request that it has not decided. */
export const REMINDER_DAYS = [20, 28] as const

const DAY_MS = 86_400_000

/** When a request has to be answered. */
export const dueAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + ANSWER_DAYS * DAY_MS)

/** The reminder that is due, and when the next one is. null: none is due yet, or all were sent. */
export function reminderDue(
  requestedAt: Date,
  remindAt: Date,
  now: Date,
): { readonly day: number; readonly next: Date | null } | null {
  if (remindAt > now) return null
  const day = Math.round((remindAt.getTime() - requestedAt.getTime()) / DAY_MS)
  const next = REMINDER_DAYS.find((one) => one > day)
  return { day, next: next === undefined ? null : new Date(requestedAt.getTime() + next * DAY_MS) }
}

/** When a request of `requestedAt` is reminded of first. */
export const firstReminder = (requestedAt: Date): Date => new Date(requestedAt.getTime() + REMINDER_DAYS[0] * DAY_MS)

/** The page of the dashboard on which an owner decides. */
export const erasureUrl = (
  publicUrl: string,
  { environment, erasureId }: { readonly environment: Environment; readonly erasureId: string },
): string => `${publicUrl}/dashboard/${environment}/settings/erasures/${erasureId}`

export const ERASURE_NOTE_LENGTH_MAX = 500
