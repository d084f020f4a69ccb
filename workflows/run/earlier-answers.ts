import type { AttemptReply } from '../../activities/runs/attempt-provider.ts'
import type { ReserveAnswer } from '../../activities/runs/reserve-answer.ts'
import type { AttemptAnswer } from '../../domain/runs/attempt-answer.ts'
import type { NoSlot, Waterfall, WaterfallState } from '../../domain/routing/waterfall.ts'

/**
 * What histories hold that were begun before the state of a waterfall had one form. The last of them ends with its
 * final bill, a day after the deploy; committed histories keep replaying for as long as they are here.
 */
type EarlierReserved =
  | { readonly kind: 'reserved'; readonly waterfall: Waterfall; readonly first?: 'moved' | 'queued' }
  | { readonly kind: 'attempted'; readonly waterfall: Waterfall; readonly answer: AttemptAnswer }
interface EarlierNoSlot {
  readonly kind: 'noTurn'
  readonly moved?: true
}

/** The state of a run whose money is held. */
export function stateOf(reserved: Extract<ReserveAnswer, { kind: 'reserved' }> | EarlierReserved): WaterfallState {
  if ('state' in reserved) return reserved.state
  const { waterfall } = reserved
  if (reserved.kind === 'attempted') return { waterfall, answers: [reserved.answer] }
  return { waterfall, answers: [], ...(reserved.first === undefined ? {} : { no_slot: SLOT_OF[reserved.first] }) }
}

/** The reply of an attempt in today's form. */
export const replyOf = (reply: AttemptReply | EarlierNoSlot): AttemptReply =>
  reply.kind === 'noTurn' ? { kind: 'noSlot', of: reply.moved === true ? SLOT_OF.moved : SLOT_OF.queued } : reply

const SLOT_OF: Readonly<Record<'moved' | 'queued', NoSlot['of']>> = { moved: 'worker', queued: 'provider' }
