import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'
import { upsertStripeCustomer } from '../../db/money/payments/customers.ts'
import { INSERT_TOPUP, NOTE_CHECKOUT } from '../../db/money/payments/open-topup.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Environment } from '../../domain/runs/states.ts'

export interface NewTopup {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
  readonly simulated: boolean
  /** null: the checkout must first be opened at Stripe. */
  readonly checkoutUrl: string | null
}

export const OPEN_TOPUP: Transaction = { name: 'open_topup', effect: true }

/** Stores a pending top-up. */
export const openTopup = (db: Database, topup: NewTopup, beforeCommit: BeforeCommit<NewTopup>): Promise<void> =>
  db.transaction(OPEN_TOPUP, async (tx) => {
    await tx.query(INSERT_TOPUP, {
      id: topup.id,
      workspaceId: topup.workspaceId,
      environment: topup.environment,
      amount: topup.amount.toString(),
      simulated: topup.simulated,
      checkoutUrl: topup.checkoutUrl,
    })
    await beforeCommit(tx, topup)
  })

export const NOTE_TOPUP_CHECKOUT: Transaction = { name: 'note_opened_checkout', effect: true }

export interface OpenedCheckout {
  readonly topupId: string
  readonly workspaceId: string
  readonly sessionId: string
  readonly url: string
  readonly customerId: string
}

/** Stores the checkout's address, once Stripe has returned it. */
export const recordCheckout = (
  db: Database,
  checkout: OpenedCheckout,
  beforeCommit: BeforeCommit<OpenedCheckout>,
): Promise<void> =>
  db.transaction(NOTE_TOPUP_CHECKOUT, async (tx) => {
    await tx.query(NOTE_CHECKOUT, { topupId: checkout.topupId, sessionId: checkout.sessionId, url: checkout.url })
    await upsertStripeCustomer(tx, checkout.workspaceId, checkout.customerId)
    await beforeCommit(tx, checkout)
  })
