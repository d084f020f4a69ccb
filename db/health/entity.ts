import { defineEntity, p } from '@mikro-orm/core'

/** How often one of a provider's actors has succeeded in the last 30 days, as the provider reports it. */
const ReportedHealthSchema = defineEntity({
  name: 'ReportedHealth',
  tableName: 'reported_health',
  primaryKeys: ['provider', 'target'],
  properties: {
    provider: p.text().primary(),
    target: p.text().primary(),
    readAt: p.datetime(),
    calls: p.integer().check('calls >= 0'),
    successes: p.integer(),
  },
  checks: [{ name: 'reported_health_check', expression: 'successes >= 0 and successes <= calls' }],
})
export class ReportedHealth extends ReportedHealthSchema.class {}
ReportedHealthSchema.setClass(ReportedHealth)
