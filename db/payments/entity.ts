import { defineEntity, p } from '@mikro-orm/core'
import { TOPUP_ORIGINS, TOPUP_STATUSES } from '../../domain/payments/topup.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** An event of Stripe that was taken, and what became of it; its claim, so that it counts once. */
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

/** A workspace as Stripe knows it. */
const StripeCustomerSchema = defineEntity({
  name: 'StripeCustomer',
  tableName: 'stripe_customer',
  properties: { workspaceId: p.text().primary(), customerId: p.text(), createdAt: p.datetime() },
})
export class StripeCustomer extends StripeCustomerSchema.class {}
StripeCustomerSchema.setClass(StripeCustomer)

/** What Stripe has said of a payment; its id is Stripe's. */
const StripePaymentSchema = defineEntity({
  name: 'StripePayment',
  tableName: 'stripe_payment',
  properties: { id: p.text().primary(), topupId: p.text().nullable(), refunded: p.bigint(), refundedAt: p.datetime(), cardFingerprint: p.text().nullable() },
})
export class StripePayment extends StripePaymentSchema.class {}
StripePaymentSchema.setClass(StripePayment)

/** A refund that came to nothing: the money is back with us. */
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
    /** Stripe's word. */
    status: p.text(),
    /** The money is with the payer's bank. */
    takes: p.boolean(),
    final: p.boolean(),
    toldAt: p.datetime(),
  },
})
export class StripeDispute extends StripeDisputeSchema.class {}
StripeDisputeSchema.setClass(StripeDispute)

/** Money that somebody brings to a wallet, from its checkout to its last reversal. */
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
    /** As far as the ledger has booked it. */
    refunded: p.bigint(),
    chargedBack: p.bigint(),
    /** Of the simulation; of a payment at Stripe it stands with the payment. */
    cardFingerprint: p.text().nullable(),
    /** Counts what the ledger has booked, for the keys of the transfers. */
    reversals: p.integer(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    sweepAt: p.datetime(),
  },
})
export class Topup extends TopupSchema.class {}
TopupSchema.setClass(Topup)

/** The card that automatic top-ups are charged to: of Stripe, or of the simulation. */
const PaymentCardSchema = defineEntity({
  name: 'PaymentCard',
  tableName: 'payment_card',
  primaryKeys: ['workspaceId', 'environment', 'simulated'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    simulated: p.boolean().primary(),
    paymentMethodId: p.text().nullable(),
    /** How a simulated one behaves. */
    declines: p.boolean(),
    savedAt: p.datetime(),
  },
})
export class PaymentCard extends PaymentCardSchema.class {}
PaymentCardSchema.setClass(PaymentCard)

/** When a wallet fills itself. */
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
    /** In a row. */
    failures: p.integer(),
    nextAttemptAt: p.datetime().nullable(),
    sweepAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class AutoTopup extends AutoTopupSchema.class {}
AutoTopupSchema.setClass(AutoTopup)
