import type { SimulatedCard } from '../../domain/payments/simulation.ts'
import type { Database, Transaction } from '../database.ts'
import { saveCard } from './customers.ts'
import { payTopup } from './pay-topup.ts'
import { endTopup, lockTopup } from './topups.ts'

export const PAY_SIMULATED_TOPUP: Transaction = { name: 'pay_simulated_topup', effect: true }

/** `paid`: by now, however often it is asked. */
export type SimulatedPayment = 'paid' | 'declined' | 'expired' | 'unknown'

export interface SimulatedAttempt {
  readonly topupId: string
  readonly card: SimulatedCard
  /** The checkout is older than one may be. */
  readonly late: boolean
}

/** What the buttons of the simulated checkout do: a card that works pays the top-up once and is kept for automatic ones. */
export function paySimulatedTopup(db: Database, { topupId, card, late }: SimulatedAttempt): Promise<SimulatedPayment> {
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
    await payTopup(tx, topup)
    await saveCard(tx, topup, { declines: card === 'declines_later' })
    return 'paid'
  })
}
