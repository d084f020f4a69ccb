import type { Charged } from '../../domain/payments/auto-topup.ts'
import { settleAutoTopup } from '../../db/payments/settle-auto-topup.ts'
import type { ActivityDeps } from '../deps.ts'

export interface TopupToSettle {
  readonly topupId: string
  readonly charged: Charged
}

/** Credits an automatic top-up, or records its failure and notifies the wallet's owner. */
export const settleTopup =
  ({ db, startDeliveries }: Pick<ActivityDeps, 'db' | 'startDeliveries'>) =>
  async ({ topupId, charged }: TopupToSettle): Promise<'paid' | 'failed'> => {
    const { outcome, deliveries } = await settleAutoTopup(db, topupId, charged)
    startDeliveries(deliveries)
    return outcome
  }
