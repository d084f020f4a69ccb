import { defineEntity, p } from '@mikro-orm/core'

export const USAGE_CHARGE_REASONS = ['provider_final_bill'] as const

/** A further booking after a run's first settlement (Spec 4.3.4): signed microdollars. */
const UsageChargeSchema = defineEntity({
  name: 'UsageCharge',
  tableName: 'usage_charge',
  primaryKeys: ['runId', 'reason'],
  properties: {
    runId: p.text().primary(),
    reason: p.enum(USAGE_CHARGE_REASONS).primary(),
    amount: p.bigint(),
    createdAt: p.datetime(),
  },
})
export class UsageCharge extends UsageChargeSchema.class {}
UsageChargeSchema.setClass(UsageCharge)
