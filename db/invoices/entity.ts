import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { ownerIn } from '../workspaces/entity.ts'

export const INVOICE_KINDS = ['topup', 'plan'] as const

/** A payment, for the payer's books. */
const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoice',
  properties: {
    id: p.text().primary(),
    workspaceId: ownerIn('invoice'),
    environment: p.enum(ENVIRONMENTS),
    number: p.integer().check('number > 0'),
    kind: p.enum(INVOICE_KINDS),
    /** The payment: a top-up's id, or a plan's payment at Stripe. */
    source: p.text().unique('invoice_source_key'),
    description: p.text(),
    amount: p.bigint().check('amount > 0'),
    refunded: p.bigint().defaultRaw('0'),
    simulated: p.boolean(),
    periodStart: p.datetime(),
    periodEnd: p.datetime(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  checks: [
    { name: 'invoice_check', expression: 'refunded >= 0 and refunded <= amount' },
    { name: 'invoice_check1', expression: 'period_end >= period_start' },
  ],
  uniques: [
    { name: 'invoice_workspace_id_environment_number_key', properties: ['workspaceId', 'environment', 'number'] },
  ],
})
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice)
