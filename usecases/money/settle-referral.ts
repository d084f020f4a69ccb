import type { Database, Queries, Transaction } from '../../db/database.ts'
import {
  CLAIM_CARD,
  CLAIM_DUE,
  LOCK_REFERRAL,
  LOCK_REFERRER,
  NOTE_STEP,
  READ_LIMITS,
  readStates,
  type StoredReferralState,
} from '../../db/money/referrals/settle.ts'
import { moveReferralCredit } from '../../db/money/wallets/move.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import { judgeEarned, nextReferralStep, REFERRAL_CREDIT, type ReferralStatus } from '../../domain/referrals/credit.ts'

export const CLAIM_DUE_REFERRALS: Transaction = { name: 'claim_due_referrals', effect: true }

/** Claims up to `limit` due referrals and returns the newcomers of those that change. */
export const claimDueReferrals = (db: Database, limit: number): Promise<string[]> =>
  db.transaction(CLAIM_DUE_REFERRALS, async (tx) => {
    const due = await tx.query(CLAIM_DUE, { limit })
    if (due.length === 0) return []
    const referrals = await readStates(
      tx,
      due.map(({ workspaceId }) => workspaceId),
    )
    return referrals.filter((one) => nextReferralStep(one) !== 'later').map(({ workspaceId }) => workspaceId)
  })

export const SETTLE_REFERRAL: Transaction = { name: 'settle_referral', effect: true }

/**
 * Brings the referral of one newcomer in line with its state, and moves the money of both sides with it; null: nothing
 * changed. Any number of workers may do this concurrently, in parallel with payments and refunds: the one that has
 * locked the referral decides, and a later change of the top-up makes the referral due again.
 */
export const settleReferral = (db: Database, workspaceId: string): Promise<ReferralStatus | null> =>
  db.transaction(SETTLE_REFERRAL, async (tx) => {
    await tx.query(LOCK_REFERRAL, { workspaceId })
    // A separate statement: it sees what was committed while the lock was awaited.
    const [referral] = await readStates(tx, [workspaceId])
    if (referral === undefined) return null
    const status = await statusOf(tx, referral)
    if (status === null) return null
    const moved = status !== referral.status && (status === 'credited' || status === 'taken_back')
    const amount = referral.amount ?? (status === 'credited' ? REFERRAL_CREDIT : null)
    const moves = referral.moves + (moved ? 1 : 0)
    if (moved && amount !== null)
      await moveBoth(tx, referral, { amount: status === 'credited' ? amount : -amount, number: moves })
    await tx.query(NOTE_STEP, { workspaceId, status, moves, amount: amount?.toString() ?? null })
    return status === referral.status ? null : status
  })

/** null: it is checked later. */
async function statusOf(tx: Queries, referral: StoredReferralState): Promise<ReferralStatus | null> {
  switch (nextReferralStep(referral)) {
    case 'later':
      return null
    case 'rest':
      return referral.status
    case 'take_back':
      return 'taken_back'
    case 'restore':
      return 'credited'
    case 'earned':
      return giveOrRefuse(tx, referral)
  }
}

async function giveOrRefuse(
  tx: Queries,
  { workspaceId, referrer, card }: StoredReferralState,
): Promise<ReferralStatus> {
  await tx.query(LOCK_REFERRER, { referrer })
  const [limits] = await tx.query(READ_LIMITS, { referrer, card })
  if (limits === undefined) throw new Error('the limits of a referrer could not be counted')
  const judged = judgeEarned(limits)
  if (judged !== 'credited') return judged
  const claimed = await tx.query(CLAIM_CARD, { card, workspaceId })
  return claimed.length === 1 ? 'credited' : 'refused'
}

/**
 * The newcomer's wallet first: no workspace is referred by a later one, so wallets along a chain of referrals are
 * always locked in one order.
 */
async function moveBoth(
  tx: Queries,
  { workspaceId, referrer }: StoredReferralState,
  { amount, number }: { readonly amount: Microdollars; readonly number: number },
): Promise<void> {
  for (const [side, owner] of [
    ['referred', workspaceId],
    ['referrer', referrer],
  ] as const) {
    const key = `referral:${workspaceId}:${side}${number === 1 ? '' : `:${number}`}`
    await moveReferralCredit(tx, { workspaceId: owner, amount, key })
  }
}
