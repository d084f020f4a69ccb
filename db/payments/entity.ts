import { defineEntity, p } from '@mikro-orm/core'
import { TOPUP_ORIGINS, TOPUP_STATUSES } from '../../domain/payments/topup.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** An event of Stripe that was processed, with its outcome; the row is also the claim by which it counts once. */
const StripeEventSchema = defineEntity({
  name: 'StripeEvent',
  tableName: 'stripe_event',
  properties: {
    id: p.text().primary(),
    type: p.text(),
    livemode: p.boolean(),
    happenedAt: p.datetime(),
    receivedAt: p.datetime(),
    outcome: p.enum(['applied', 'noted', 'refused']),
    detail: p.text(),
  },
})
export class StripeEvent extends StripeEventSchema.class {}
StripeEventSchema.setClass(StripeEvent)

/** The customer at Stripe of a workspace. */
const StripeCustomerSchema = defineEntity({
  name: 'StripeCustomer',
  tableName: 'stripe_customer',
  properties: { workspaceId: p.text().primary(), customerId: p.text(), createdAt: p.datetime() },
})
export class StripeCustomer extends StripeCustomerSchema.class {}
StripeCustomerSchema.setClass(StripeCustomer)

/** What Stripe has reported about a payment; its id is Stripe's. */
const StripePaymentSchema = defineEntity({
  name: 'StripePayment',
  tableName: 'stripe_payment',
  properties: {
    id: p.text().primary(),
    topupId: p.text().nullable(),
    refunded: p.bigint(),
    refundedAt: p.datetime(),
    cardFingerprint: p.text().nullable(),
  },
})
export class StripePayment extends StripePaymentSchema.class {}
StripePaymentSchema.setClass(StripePayment)

/** A refund that failed: the money has come back to the service. */
const StripeRefundFailureSchema = defineEntity({
  name: 'StripeRefundFailure',
  tableName: 'stripe_refund_failure',
  properties: { id: p.text().primary(), paymentId: p.text(), amount: p.bigint(), failedAt: p.datetime() },
})
export class StripeRefundFailure extends StripeRefundFailureSchema.class {}
StripeRefundFailureSchema.setClass(StripeRefundFailure)

/** A payment that its payer disputes. */
const StripeDisputeSchema = defineEntity({
  name: 'StripeDispute',
  tableName: 'stripe_dispute',
  properties: {
    id: p.text().primary(),
    paymentId: p.text(),
    amount: p.bigint(),
    /** The status as Stripe names it. */
    status: p.text(),
    /** True while the payer's bank has the money. */
    takes: p.boolean(),
    final: p.boolean(),
    toldAt: p.datetime(),
  },
})
export class StripeDispute extends StripeDisputeSchema.class {}
StripeDisputeSchema.setClass(StripeDispute)

/** Money that a customer pays into a wallet, from the checkout to the last reversal. */
const TopupSchema = defineEntity({
  name: 'Topup',
  tableName: 'topup',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    origin: p.enum(TOPUP_ORIGINS),
    amount: p.bigint(),
    status: p.enum(TOPUP_STATUSES),
    simulated: p.boolean(),
    checkoutUrl: p.text().nullable(),
    sessionId: p.text().nullable(),
    /** Why it was not paid. */
    explanation: p.text().nullable(),
    /** The amounts that the ledger has booked. */
    refunded: p.bigint(),
    chargedBack: p.bigint(),
    /** The card of a simulated top-up; the card of a payment at Stripe is stored with the payment. */
    cardFingerprint: p.text().nullable(),
    /** The number of reversals that the ledger has booked; the keys of the transfers contain it. */
    reversals: p.integer(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    sweepAt: p.datetime(),
  },
})
export class Topup extends TopupSchema.class {}
TopupSchema.setClass(Topup)

/** The card that automatic top-ups charge: at Stripe, or simulated. */
const PaymentCardSchema = defineEntity({
  name: 'PaymentCard',
  tableName: 'payment_card',
  primaryKeys: ['workspaceId', 'environment', 'simulated'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    simulated: p.boolean().primary(),
    paymentMethodId: p.text().nullable(),
    /** How a simulated card behaves. */
    declines: p.boolean(),
    savedAt: p.datetime(),
  },
})
export class PaymentCard extends PaymentCardSchema.class {}
PaymentCardSchema.setClass(PaymentCard)

/** The setting of a wallet's automatic top-ups. */
const AutoTopupSchema = defineEntity({
  name: 'AutoTopup',
  tableName: 'auto_topup',
  primaryKeys: ['workspaceId', 'environment'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    enabled: p.boolean(),
    threshold: p.bigint(),
    amount: p.bigint(),
    monthlyLimit: p.bigint(),
    /** The number of consecutive failures. */
    failures: p.integer(),
    nextAttemptAt: p.datetime().nullable(),
    sweepAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class AutoTopup extends AutoTopupSchema.class {}
AutoTopupSchema.setClass(AutoTopup)
