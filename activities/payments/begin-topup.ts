import { beginAutoTopup } from '../../usecases/money/begin-auto-topup.ts'
import type { WalletRef } from '../../db/money/payments/auto-topup.ts'
import type { ActivityDeps } from '../deps.ts'

export type BeginTopupAnswer =
  | { readonly kind: 'begun'; readonly topupId: string }
  | { readonly kind: 'not_needed' | 'limit_reached' }

/** Begins an automatic top-up where one is needed, or finds the one under way. Top-ups of the sandbox are simulated. */
export const beginTopup =
  ({ db, stripe, startDeliveries }: Pick<ActivityDeps, 'db' | 'stripe' | 'startDeliveries'>) =>
  async (wallet: WalletRef): Promise<BeginTopupAnswer> => {
    const begun = await beginAutoTopup(db, wallet, { simulated: wallet.environment === 'test' || stripe === null })
    if (begun.kind !== 'limit_reached') return begun
    startDeliveries(begun.deliveries)
    return { kind: 'limit_reached' }
  }
