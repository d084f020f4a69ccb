import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** The last number that a workspace's invoices have reached. */
const InvoiceCounterSchema = defineEntity({
  name: 'InvoiceCounter',
  tableName: 'invoice_counter',
  primaryKeys: ['workspaceId', 'environment'],
  properties: { workspaceId: p.text().primary(), environment: p.enum(ENVIRONMENTS).primary(), last: p.integer() },
})
export class InvoiceCounter extends InvoiceCounterSchema.class {}
InvoiceCounterSchema.setClass(InvoiceCounter)

export const INVOICE_KINDS = ['topup', 'plan'] as const

/** A payment, for the payer's books. */
const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoice',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    number: p.integer(),
    kind: p.enum(INVOICE_KINDS),
    /** The payment: a top-up's id, or a plan's payment at Stripe. */
    source: p.text(),
    description: p.text(),
    amount: p.bigint(),
    refunded: p.bigint(),
    simulated: p.boolean(),
    periodStart: p.datetime(),
    periodEnd: p.datetime(),
    createdAt: p.datetime(),
  },
})
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice)
