import type { Slot } from '../../../domain/sending/slot.ts'
import type { PlannedSend, SenderPlan } from '../../../usecases/outreach/sender-plans.ts'
import type { ScheduledSend, Sender } from '../../schemas/sending.ts'

const timeOf = (ms: number): string => new Date(ms).toISOString()

const atOf = (slot: Slot): string | null =>
  slot.kind === 'free' ? timeOf(Date.now()) : slot.at === null ? null : timeOf(slot.at)

/** A sender with the limits that hold for each of its channels. */
export const presentSender = ({ sender, lanes }: SenderPlan): Sender => ({
  sender_id: sender.id,
  kind: sender.kind,
  address: sender.address,
  domain: sender.domain,
  can_send: sender.canSend,
  paused: sender.paused,
  channels: lanes.map(({ channel, limits: { caps, window, spacing, ramp }, usage, capToday, next }) => ({
    channel,
    caps,
    window: window === null ? null : { ...window, days: [...window.days] },
    spacing,
    ramp,
    today: { sent: usage.sent.day, cap: capToday, next_slot_at: atOf(next), waiting: usage.ahead },
  })),
})

export const presentScheduled = ({ runId, channel, requestedAt, slot }: PlannedSend): ScheduledSend => ({
  run_id: runId,
  channel,
  at: atOf(slot),
  reason: slot.kind === 'free' ? 'requested' : slot.reason,
  requested_at: requestedAt.toISOString(),
})
