import { type Block, guardsOf, type RepeatTouch } from '../../domain/outbound/guard.ts'
import type { Send } from '../../domain/outbound/recipients.ts'
import { isJsonObject } from '../../domain/json/json.ts'
import { type Caps, sendingChannel } from '../../domain/sending/policy.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { type Reservation, type Reserved, reserveRun } from '../../db/runs/attempts/reserve-runs.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { claimSend } from '../../db/outreach/sending/claim.ts'
import { giveSenderSlotBack } from '../../db/outreach/sending/slots.ts'
import { readSuppressed } from '../../db/outreach/outbound/suppressed.ts'
import { type EarlierTouch, giveClaimsBack, readEarlierTouch } from '../../db/outreach/outbound/touch-claims.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import { type Scheduled, takeSlot } from '../outreach/take-slot.ts'

export type MaximumHeld = Reserved | { readonly kind: 'blocked'; readonly block: Block } | ScheduledRun

/** Nothing is held: the send waits for a slot of its sender. */
export type ScheduledRun = Scheduled & { readonly deliveries: readonly DeliveryToStart[] }

/**
 * Holds a run's maximum charge (Spec 3.1): one statement for a lookup, and one transaction with its claims and the slot
 * of its sender for a send. `ceilings`: the documented limits of one sender at the providers of the plan; `now`: the
 * time by which a sender's limits are judged, null for that of the database.
 */
export function holdMaximum(
  db: Database,
  run: RunToReserve,
  {
    reservation,
    ceilings,
    now,
  }: { readonly reservation: Reservation; readonly ceilings: Caps; readonly now: Date | null },
): Promise<MaximumHeld> {
  const guards = guardsOf({ ...run, allowRepeat: run.routing.allow_repeat })
  return guards === null || run.send === null
    ? reserveRun(db, run, reservation)
    : reserveSend(db, { ...guards, run, send: run.send, reservation, ceilings, now })
}

/**
 * The claims, the slot, the judgement and the hold take effect together, or none of them (decisions, "A send under way
 * counts as a touch").
 */
export const RESERVE_SEND: Transaction = { name: 'reserve_send', effect: true }

interface SendToReserve {
  readonly run: RunToReserve
  readonly send: Send
  /** Null: the repeat guard does not check it. */
  readonly repeatTouchDays: number | null
  readonly reservation: Reservation
  readonly ceilings: Caps
  readonly now: Date | null
}

/**
 * Holds a send's maximum unless a person that it reaches is suppressed or was contacted before (Spec 4.8). Of several
 * simultaneous first messages to one person, one is reserved. A refused reservation leaves no claim and no slot; a send
 * that waits for a slot keeps its claims.
 */
const reserveSend = (db: Database, send: SendToReserve): Promise<MaximumHeld> =>
  db.transaction(RESERVE_SEND, async (tx) => {
    const { runId } = send.reservation
    const judged = await judgeAndReserve(tx, send)
    if (judged.kind === 'refused' || judged.kind === 'blocked') {
      // No other transaction has seen what this one wrote.
      await giveClaimsBack(tx, runId)
      await giveSenderSlotBack(tx, runId)
    }
    return judged
  })

async function judgeAndReserve(
  tx: Queries,
  { run, send, repeatTouchDays, reservation, ceilings, now }: SendToReserve,
): Promise<MaximumHeld> {
  const { runId } = reservation
  const { environment } = run
  const channel = sendingChannel({
    capability: run.capability,
    input: isJsonObject(run.input) ? run.input : {},
    over: send.channel,
  })
  const place = await claimSend(tx, { runId, environment, channel }, { guarded: repeatTouchDays !== null, now })
  // Another worker has judged the run already: its reservation counts.
  if (place === undefined) return { kind: 'statusChanged' }
  const suppressed = await readSuppressed(tx, runId)
  if (suppressed !== null) return { kind: 'blocked', block: suppressed }
  if (repeatTouchDays !== null) {
    const earlier = await readEarlierTouch(tx, { runId, environment }, repeatTouchDays)
    if (earlier !== undefined) return { kind: 'blocked', block: repeatOf(earlier) }
  }
  const slot = await takeSlot(tx, place, {
    runId,
    workspaceId: run.workspaceId,
    environment,
    channel,
    schedule: send.schedule ?? {},
    ceilings,
  })
  return slot.kind === 'taken' ? reserveRun(tx, run, reservation) : slot
}

function repeatOf({ runId, at, recipient, messageId, chatId }: EarlierTouch): RepeatTouch {
  const thread =
    messageId !== null
      ? { member: 'in_reply_to' as const, id: messageId }
      : chatId !== null
        ? { member: 'chat_id' as const, id: chatId }
        : null
  return { kind: 'repeat_touch', runId, at: at.toISOString(), recipient, thread }
}
