import { type Block, type Guards, guardsOf, type RepeatTouch } from '../../domain/outbound/guard.ts'
import { type Reservation, type Reserved, reserveRun } from '../../db/runs/attempts/reserve-runs.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { readSuppressed } from '../../db/outreach/outbound/suppressed.ts'
import {
  claimTouches,
  type EarlierTouch,
  giveClaimsBack,
  readEarlierTouch,
} from '../../db/outreach/outbound/touch-claims.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { WalletId } from '../../db/money/wallets/ledger.ts'

/**
 * Holds a run's maximum charge (Spec 3.1): one statement for a lookup, and one transaction with its claims for a
 * guarded send.
 */
export function holdMaximum(db: Database, run: RunToReserve, reservation: Reservation): Promise<SendReserved> {
  const guards = guardsOf({ ...run, allowRepeat: run.routing.allow_repeat })
  return guards === null ? reserveRun(db, run, reservation) : reserveSend(db, run, { ...guards, reservation })
}

/**
 * The claims, the judgement and the hold take effect together, or none of them (decisions, "A send under way counts as
 * a touch").
 */
export const RESERVE_SEND: Transaction = { name: 'reserve_send', effect: true }

type SendReserved = Reserved | { readonly kind: 'blocked'; readonly block: Block }

interface SendGuards extends Guards {
  readonly reservation: Reservation
}

/**
 * Holds a send's maximum unless a person that it reaches is suppressed or was contacted before (Spec 4.8). Of several
 * simultaneous first messages to one person, one is reserved. A refused reservation leaves no claim.
 */
const reserveSend = (db: Database, wallet: WalletId, guards: SendGuards): Promise<SendReserved> =>
  db.transaction(RESERVE_SEND, async (tx) => {
    const judged = await judgeAndReserve(tx, wallet, guards)
    // No other transaction has seen the claims: they are deleted in the same transaction that wrote them.
    if (judged.kind === 'refused' || judged.kind === 'blocked') await giveClaimsBack(tx, guards.reservation.runId)
    return judged
  })

async function judgeAndReserve(
  tx: Queries,
  wallet: WalletId,
  { reservation, repeatTouchDays }: SendGuards,
): Promise<SendReserved> {
  const send = { runId: reservation.runId, environment: wallet.environment }
  // Another worker has judged the run already: its reservation counts.
  if (!(await claimTouches(tx, send, repeatTouchDays !== null))) return { kind: 'statusChanged' }
  const suppressed = await readSuppressed(tx, send.runId)
  if (suppressed !== null) return { kind: 'blocked', block: suppressed }
  if (repeatTouchDays !== null) {
    const earlier = await readEarlierTouch(tx, send, repeatTouchDays)
    if (earlier !== undefined) return { kind: 'blocked', block: repeatOf(earlier) }
  }
  return reserveRun(tx, wallet, reservation)
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
