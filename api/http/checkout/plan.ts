import { timeOfId } from '../../../domain/ids/ids.ts'
import { priceOf } from '../../../domain/plans/choice.ts'
import { PLAN_TERMS } from '../../../domain/pricing/plans.ts'
import type { Database } from '../../../db/database.ts'
import { readSimulatedPlanCheckout } from '../../../db/money/plans/simulated.ts'
import { paySimulatedPlan } from '../../../usecases/money/simulated-plan.ts'
import type { SimulatedSource } from './simulated.ts'

/** As long as Stripe's own checkouts stay open. */
const OPEN_MS_MAX = 24 * 3_600_000

/** Plans that are paid by the simulation. */
export const simulatedPlans = (db: Database, nowMs: () => number): SimulatedSource => ({
  async find(id) {
    const checkout = await readSimulatedPlanCheckout(db, id)
    if (checkout === null) return null
    const { plan, status, workspaceName, overtaken } = checkout
    const state = status === 'paid' ? 'paid' : overtaken || isLate(id, nowMs()) ? 'over' : 'open'
    return {
      what: `Plan ${PLAN_TERMS[plan].title}`,
      amount: priceOf(plan),
      period: 'every month',
      environment: 'live',
      workspaceName,
      takesCardNumber: false,
      state,
    }
  },
  pay: (id, card) => paySimulatedPlan(db, { checkoutId: id, card, late: isLate(id, nowMs()) }),
})

const isLate = (id: string, nowMs: number): boolean => nowMs - timeOfId(id) > OPEN_MS_MAX
