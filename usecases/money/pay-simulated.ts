import type { Database, Transaction } from '../../db/database.ts'
import { saveCard } from '../../db/money/payments/customers.ts'
import { NOTE_SIMULATED_CARD } from '../../db/money/payments/pay-simulated.ts'
import { endTopup, lockTopup } from '../../db/money/payments/topups.ts'
import { type SimulatedCard, simulatedFingerprint } from '../../domain/payments/simulation.ts'
import { creditPaidTopup } from './pay-topup.ts'

export const PAY_SIMULATED_TOPUP: Transaction = { name: 'pay_simulated_topup', effect: true }

/** `paid`: the top-up is paid, by this call or an earlier one. */
export type SimulatedPayment = 'paid' | 'declined' | 'expired' | 'unknown'

export interface SimulatedAttempt {
  readonly topupId: string
  readonly card: SimulatedCard
  /** The number of the card; left out: a card that only this workspace has. */
  readonly cardNumber?: string | null
  /** The checkout has expired. */
  readonly late: boolean
}

/** The buttons of the simulated checkout: a working card pays the top-up once and is saved for automatic ones. */
export function paySimulatedTopup(
  db: Database,
  { topupId, card, cardNumber = null, late }: SimulatedAttempt,
): Promise<SimulatedPayment> {
  return db.transaction(PAY_SIMULATED_TOPUP, async (tx) => {
    const topup = await lockTopup(tx, topupId)
    if (topup === null || !topup.simulated || topup.origin !== 'checkout') return 'unknown'
    if (topup.status === 'paid') return 'paid'
    if (topup.status !== 'pending') return 'expired'
    if (late) {
      await endTopup(tx, topupId, { status: 'expired', explanation: 'The checkout was not completed in time.' })
      return 'expired'
    }
    if (card === 'declined') return 'declined'
    await tx.query(NOTE_SIMULATED_CARD, { topupId, fingerprint: simulatedFingerprint(cardNumber, topup.workspaceId) })
    await creditPaidTopup(tx, topup)
    await saveCard(tx, topup, { declines: card === 'declines_later' })
    return 'paid'
  })
}
