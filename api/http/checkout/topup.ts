import { timeOfId } from '../../../domain/ids/ids.ts'
import type { Database } from '../../../db/database.ts'
import { paySimulatedTopup } from '../../../usecases/money/pay-simulated.ts'
import { readSimulatedTopup } from '../../../db/money/payments/read-topup.ts'
import type { SimulatedSource } from './simulated.ts'

/** As long as Stripe's own checkouts stay open. */
const OPEN_MS_MAX = 24 * 3_600_000

/** Top-ups that are paid by the simulation. */
export const simulatedTopups = (db: Database, nowMs: () => number): SimulatedSource => ({
  async find(id) {
    const topup = await readSimulatedTopup(db, id)
    if (topup === null) return null
    const { amount, environment, workspaceName, status } = topup
    const state = status === 'paid' ? 'paid' : status === 'pending' && !isLate(id, nowMs()) ? 'open' : 'over'
    return {
      what: `Top-up of the ${environment === 'live' ? 'wallet' : 'sandbox wallet'}`,
      amount,
      period: null,
      environment,
      workspaceName,
      takesCardNumber: environment === 'live',
      state,
    }
  },
  pay: (id, card, cardNumber) => paySimulatedTopup(db, { topupId: id, card, cardNumber, late: isLate(id, nowMs()) }),
})

const isLate = (id: string, nowMs: number): boolean => nowMs - timeOfId(id) > OPEN_MS_MAX
