import type { Send } from '../../../domain/outbound/recipients.ts'
import { readSchedule, type RequestedSchedule } from '../../../domain/sending/schedule.ts'
import { invalidRequest } from '../../validation/check.ts'

/** The send with the times at which it may go. Throws `invalid_request` for unreadable times, or without a send. */
export function withSchedule<Tracking extends { readonly send: Send | null }>(
  tracking: Tracking,
  requested: RequestedSchedule | undefined,
): Tracking {
  if (requested === undefined) return tracking
  if (tracking.send === null) throw invalidRequest([{ path: '/schedule', message: 'is for sends only' }])
  const read = readSchedule(requested, new Date())
  if (read.kind === 'fault') throw invalidRequest([{ path: `/schedule/${read.member}`, message: read.message }])
  return { ...tracking, send: { ...tracking.send, schedule: read.schedule } }
}

/** The send with the sender that it leaves from, where that is known. */
export const withSender = (send: Send | null, sender: string | null): Send | null =>
  send === null || sender === null ? send : { ...send, sender }
