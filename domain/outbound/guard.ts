import type { RunError } from '../runs/run-error.ts'
import type { SuppressionReason } from './channels.ts'
import type { WaitReason } from '../sending/slot.ts'
import type { Send } from './recipients.ts'

/** The facts about a send that the guards need before money is reserved for it. */
export interface SendToGuard {
  /** null: the run sends nothing. */
  readonly send: Send | null
  readonly tablesOn: boolean
  /** The workspace's window; 0 is off. */
  readonly repeatTouchDays: number
  readonly allowRepeat: boolean
}

/**
 * The guards that check a send: suppressions always (of unsubscribed people alone while tables are off), and first
 * touches within `repeatTouchDays` unless null.
 */
export interface Guards {
  readonly repeatTouchDays: number | null
}

/**
 * null: no guard checks it, because it is no send (Spec 4.7, 4.8). A send while tables are off, a message into a chat
 * and a send with `routing.allow_repeat` pass the repeat guard, but no suppression. Of a reply, the recipients in its
 * thread pass (db/functions/touch_claims_v1.sql): only the database knows them.
 */
export function guardsOf({ send, tablesOn, repeatTouchDays, allowRepeat }: SendToGuard): Guards | null {
  if (send === null) return null
  const passes = !tablesOn || send.chat_id !== null || allowRepeat || repeatTouchDays === 0
  return { repeatTouchDays: passes ? null : repeatTouchDays }
}

/** Why a send is blocked. */
export type Block =
  /**
   * `position` counts the distinct recipients from 1; null: a chat or a row of a table ties the suppressed person to
   * the send.
   */
  | { readonly kind: 'suppressed'; readonly reason: SuppressionReason; readonly position: number | null }
  | RepeatTouch
  | SenderLimit

export interface RepeatTouch {
  readonly kind: 'repeat_touch'
  readonly runId: string
  /** When the earlier run has sent, or was requested if it is still under way; ISO 8601. */
  readonly at: string
  /** The recipient of this send that was contacted; null: a person that a row of a table ties to it. */
  readonly recipient?: string | null
  /** The member of the input with which the same send goes into the thread of the earlier run, where it has one. */
  readonly thread?: ThreadMember | null
}

/** The sender has no slot for it, and it may not wait for one. */
export interface SenderLimit {
  readonly kind: 'sender_limit'
  readonly senderId: string
  readonly reason: WaitReason
  /** ISO 8601; null: none is in sight. */
  readonly nextSlotAt: string | null
  /** Whether as many sends wait for the sender as may. */
  readonly isFull: boolean
}

export interface ThreadMember {
  readonly member: 'in_reply_to' | 'chat_id'
  readonly id: string
}

/**
 * How a blocked send ends its run (Spec 3.1, 4.8). Of a suppression the message repeats no address. A repeated touch
 * names the recipient, because the caller cannot find out by itself which of several it was.
 */
export function blockedSend(block: Block): { status: 'blocked'; error: RunError } {
  return { status: 'blocked', error: errorOfBlock(block) }
}

function errorOfBlock(block: Block): RunError {
  switch (block.kind) {
    case 'suppressed':
      return suppressedError(block)
    case 'repeat_touch':
      return repeatError(block)
    case 'sender_limit':
      return limitError(block)
  }
}

const UNCHARGED = 'Nothing was sent or charged.'

function suppressedError({ reason, position }: Extract<Block, { kind: 'suppressed' }>): RunError {
  const who =
    position === null
      ? 'A person who is related to this message by a table row or the chat is suppressed'
      : `Recipient ${position} is suppressed by its address, its domain or a related identity in a table row`
  return { code: 'suppressed', message: `${who} (reason: ${reason}). ${UNCHARGED}` }
}

const repeatError = ({ runId, at, recipient = null, thread = null }: RepeatTouch): RunError => ({
  code: 'repeat_touch',
  message: `${recipient ?? 'A person who is related to this message by a table row'} was contacted over this channel at ${at} by ${runId}, within the workspace's window. ${followUp(thread)} ${UNCHARGED}`,
  earlier_run_id: runId,
  contacted_at: at,
  ...(recipient !== null && { recipient }),
  ...(thread !== null && { [thread.member]: thread.id }),
})

function limitError({ senderId, reason, nextSlotAt, isFull }: SenderLimit): RunError {
  const next = nextSlotAt === null ? 'No slot is in sight.' : `The next slot is expected at ${nextSlotAt}.`
  const message = isFull
    ? `As many sends wait for ${senderId} as may. ${UNCHARGED}`
    : `${senderId} has no free slot in time (${reason}). ${next} ${UNCHARGED}`
  return {
    code: isFull ? 'limit_reached' : 'sender_limit',
    message,
    sender_id: senderId,
    ...(nextSlotAt !== null && { next_slot_at: nextSlotAt }),
  }
}

const followUp = (thread: ThreadMember | null): string =>
  thread === null
    ? 'Reply in the thread, or set routing.allow_repeat.'
    : `To follow up in the thread, repeat it with ${thread.member} "${thread.id}"${REPLACED[thread.member]}, or set routing.allow_repeat.`

/** A chat has its people; a mail still names its recipients. */
const REPLACED: Readonly<Record<ThreadMember['member'], string>> = {
  in_reply_to: '',
  chat_id: ' in place of the person',
}
