import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type WalletRef, writeTopupFailed } from '../../db/money/payments/auto-topup.ts'
import { insertAttempt, judgeAutoTopup, waitForNextMonth } from '../../db/money/payments/automatic-attempts.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

export const BEGIN_AUTO_TOPUP: Transaction = { name: 'begin_auto_topup', effect: true }

type BegunTopup =
  | { readonly kind: 'begun'; readonly topupId: string }
  | { readonly kind: 'not_needed' }
  /** The month's limit is reached; the owner is informed once. */
  | { readonly kind: 'limit_reached'; readonly deliveries: readonly DeliveryToStart[] }

/** Begins the wallet's only attempt, or finds it. `simulated`: this deployment charges no card at Stripe. */
export const beginAutoTopup = (
  db: Database,
  wallet: WalletRef,
  { simulated }: { readonly simulated: boolean },
): Promise<BegunTopup> =>
  db.transaction(BEGIN_AUTO_TOPUP, async (tx) => {
    const state = await judgeAutoTopup(tx, wallet, simulated)
    if (state?.underWay != null) return { kind: 'begun', topupId: state.underWay }
    if (state === undefined || !state.needed) return { kind: 'not_needed' }
    if (!state.withinLimit) return { kind: 'limit_reached', deliveries: await waitForMonth(tx, wallet, state.amount) }
    return { kind: 'begun', topupId: await insertAttempt(tx, wallet, { amount: state.amount, simulated }) }
  })

const waitForMonth = async (
  tx: Queries,
  wallet: WalletRef,
  amount: Microdollars,
): Promise<readonly DeliveryToStart[]> =>
  writeTopupFailed(tx, wallet, {
    topupId: null,
    amount,
    reason: 'monthly_limit',
    failures: 0,
    nextAttemptAt: await waitForNextMonth(tx, wallet),
    enabled: true,
  })
