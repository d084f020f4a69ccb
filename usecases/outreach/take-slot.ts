import type { Block } from '../../domain/outbound/guard.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { localDate, periodStarts } from '../../domain/sending/calendar.ts'
import {
  type Caps,
  type Limits,
  limitsOf,
  NO_SENDING_POLICY,
  type SendingChannel,
} from '../../domain/sending/policy.ts'
import { type SendSchedule, WAITING_PER_SENDER_MAX } from '../../domain/sending/schedule.ts'
import {
  capOfDay,
  type SentCounts,
  gapOf,
  type Slot,
  slotFor,
  type SlotUsage,
  type WaitReason,
} from '../../domain/sending/slot.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Queries } from '../../db/database.ts'
import { type EventToWrite, writeEvents } from '../../db/delivery/events/write.ts'
import type { SendToPlace } from '../../db/outreach/sending/claim.ts'
import { START_RAMP } from '../../db/outreach/sending/senders.ts'
import { type FirstWaiting, TAKE_SENDER_SLOT } from '../../db/outreach/sending/slots.ts'
import { SWEEP_AFTER_SECONDS } from '../../db/runs/sweep.ts'
import { MOVE_UP, SCHEDULE_SEND } from '../../db/outreach/sending/waiting.ts'

export interface SendOfSlot {
  readonly runId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly channel: SendingChannel
  readonly schedule: SendSchedule
  /** The documented limits of one sender at the providers. */
  readonly ceilings: Caps
}

/** Why a send waits, and until when; null: until its sender sends again. */
export interface Scheduled {
  readonly kind: 'scheduled'
  readonly at: Date | null
  readonly now: Date
  readonly reason: WaitReason
  readonly senderId: string
  /** As people know it. */
  readonly sender: string
  readonly zone: string
}

export type SlotAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'blocked'; readonly block: Block }
  | (Scheduled & { readonly deliveries: readonly DeliveryToStart[] })

const NOTHING: SentCounts = { hour: 0, day: 0, week: 0 }

/**
 * Takes the slot of a send under the lock of its sender, or lets it wait for one. The caps hold exactly: counting and
 * taking are one statement, and every send of the sender waits for the lock.
 */
export async function takeSlot(tx: Queries, place: SendToPlace | null, send: SendOfSlot): Promise<SlotAnswer> {
  // Only the provider knows the sender: its limits cannot be judged.
  if (place === null) return { kind: 'taken' }
  const limits = limitsOfSend(place, send)
  const now = place.now.getTime()
  const wanted = {
    now,
    notBefore: send.schedule.not_before === undefined ? null : Date.parse(send.schedule.not_before),
    gapSeconds: gapOf(send.runId, limits.spacing),
  }
  const usage = (counts: Pick<SlotUsage, 'sent' | 'domainSent'>): SlotUsage => ({
    ...counts,
    lastAt: place.lastAt === null ? null : place.lastAt.getTime(),
    ahead: place.ahead,
  })
  // Without what was sent: whether the time alone lets it go.
  const byTime = slotFor(limits, usage({ sent: NOTHING, domainSent: NOTHING }), wanted)
  const counted = await take(tx, { place, send, limits, isDue: byTime.kind === 'free' })
  if (counted.taken) {
    if (isFirstOfRamp(place, limits, send)) await startRamp(tx, place, { send, zone: limits.zone })
    if (counted.next !== null) await moveUp(tx, { place, limits, counted, next: counted.next })
    return { kind: 'taken' }
  }
  const slot = slotFor(limits, usage(counted), wanted)
  if (slot.kind === 'free') throw new Error('the caps and the plan of a slot differ')
  return wait(tx, { place, send, limits }, slot)
}

const limitsOfSend = (place: SendToPlace, { channel, ceilings }: SendOfSlot): Limits =>
  limitsOf(channel, { sender: place, workspace: place.policy ?? NO_SENDING_POLICY, ceilings })

const isFirstOfRamp = (place: SendToPlace, { ramp }: Limits, { channel }: SendOfSlot): boolean =>
  ramp !== null && ramp.started_on === undefined && place.ramps[channel] === undefined

/** A ramp begins with the first send after it was set. */
const startRamp = (
  tx: Queries,
  { senderId, now }: SendToPlace,
  { send: { workspaceId, environment, channel }, zone }: { readonly send: SendOfSlot; readonly zone: string },
): Promise<unknown> =>
  tx.query(START_RAMP, { workspaceId, environment, senderId, channel, day: localDate(now.getTime(), zone) })

interface PlaceOfSend {
  readonly place: SendToPlace
  readonly send: SendOfSlot
  readonly limits: Limits
}

async function take(tx: Queries, { place, send, limits, isDue }: PlaceOfSend & { readonly isDue: boolean }) {
  const { caps, domainCaps, zone, domainZone } = limits
  const now = place.now.getTime()
  const day = capOfDay(limits, localDate(now, zone))
  const own = { ...caps, ...(day === null ? {} : { day }) }
  const isCapped = (of: Caps): boolean => Object.keys(of).length > 0
  const [row] = await tx.query(TAKE_SENDER_SLOT, {
    runId: send.runId,
    workspaceId: send.workspaceId,
    environment: send.environment,
    senderId: place.senderId,
    channel: send.channel,
    domain: place.domain,
    now: place.now,
    isDue,
    ahead: place.ahead,
    own: isCapped(own) ? JSON.stringify(periodStarts(now, zone)) : null,
    ofDomain: isCapped(domainCaps) ? JSON.stringify(periodStarts(now, domainZone)) : null,
    hourCap: own.hour ?? null,
    dayCap: own.day ?? null,
    weekCap: own.week ?? null,
    domainHourCap: domainCaps.hour ?? null,
    domainDayCap: domainCaps.day ?? null,
    domainWeekCap: domainCaps.week ?? null,
  })
  if (row === undefined) throw new Error('a slot was neither taken nor refused')
  return row
}

/** Plans the send that waits first for the moment at which this one leaves room for it. */
async function moveUp(
  tx: Queries,
  {
    place,
    limits,
    counted,
    next,
  }: Pick<PlaceOfSend, 'place' | 'limits'> & {
    readonly counted: Pick<SlotUsage, 'sent' | 'domainSent'>
    readonly next: FirstWaiting
  },
): Promise<void> {
  const now = place.now.getTime()
  const more = ({ hour, day, week }: SentCounts): SentCounts => ({ hour: hour + 1, day: day + 1, week: week + 1 })
  const slot = slotFor(
    limits,
    { sent: more(counted.sent), domainSent: more(counted.domainSent), lastAt: now, ahead: 0 },
    { now, notBefore: next.eligibleAt, gapSeconds: gapOf(next.runId, limits.spacing) },
  )
  const at = slot.kind === 'free' ? now : slot.at
  if (at !== null) await tx.query(MOVE_UP, { runId: next.runId, at: new Date(at) })
}

/** The send waits, unless it may not: then it is blocked, with the time of the next slot. */
async function wait(
  tx: Queries,
  { place, send, limits }: PlaceOfSend,
  { at, reason }: Extract<Slot, { kind: 'wait' }>,
): Promise<SlotAnswer> {
  const { runId, workspaceId, environment, channel, schedule } = send
  const { senderId, address, turn, now } = place
  const isTooLate = at === null ? reason !== 'sender_paused' : at >= Date.parse(schedule.not_after ?? '9999-12-31')
  const isRefused = schedule.on_limit === 'refuse' && reason !== 'requested'
  const isFull = place.waiting !== null && place.waiting >= WAITING_PER_SENDER_MAX
  if (isTooLate || isRefused || isFull)
    return {
      kind: 'blocked',
      block: {
        kind: 'sender_limit',
        senderId,
        reason,
        nextSlotAt: at === null ? null : new Date(at).toISOString(),
        isFull: isFull && !isTooLate && !isRefused,
      },
    }
  const plannedAt = at === null ? null : new Date(at)
  const eligibleAt = schedule.not_before === undefined ? now : new Date(schedule.not_before)
  const lane = { workspaceId, environment, senderId, channel }
  const [row] = await tx.query(SCHEDULE_SEND, {
    ...lane,
    runId,
    turn,
    eligibleAt,
    plannedAt,
    reason,
    sweepAfterSeconds: SWEEP_AFTER_SECONDS,
  })
  if (row === undefined) throw new Error('a send that waits for its slot was not in `created`')
  const scheduled: EventToWrite = {
    type: 'run.scheduled',
    data: {
      run_id: runId,
      ...metadataOf(row),
      sender_id: senderId,
      reason,
      scheduled_at: plannedAt?.toISOString() ?? null,
    },
  }
  const { deliveries } = await writeEvents(tx, { workspaceId, environment }, row.isNew ? [scheduled] : [])
  return {
    kind: 'scheduled',
    at: plannedAt,
    now,
    reason,
    senderId,
    sender: address ?? senderId,
    zone: limits.zone,
    deliveries,
  }
}
