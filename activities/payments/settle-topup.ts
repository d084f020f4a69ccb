import { settleAutoTopup } from '../../usecases/money/settle-auto-topup.ts'
import type { CardChargeOutcome } from '../../domain/payments/auto-topup.ts'
import type { ActivityDeps } from '../deps.ts'

export interface ChargedTopup {
  readonly topupId: string
  readonly charge: CardChargeOutcome
}

/** Credits an automatic top-up that the card has paid, or records its failure and writes an event. */
export const settleTopup =
  ({ db, startDeliveries }: Pick<ActivityDeps, 'db' | 'startDeliveries'>) =>
  async ({ topupId, charge }: ChargedTopup): Promise<'paid' | 'failed'> => {
    const { outcome, deliveries } = await settleAutoTopup(db, topupId, charge)
    startDeliveries(deliveries)
    return outcome
  }
