import { defineEntity, p } from '@mikro-orm/core'

/** A price that was agreed with one workspace and takes precedence over its plan (Spec 2.2). */
const NegotiatedRateSchema = defineEntity({
  name: 'NegotiatedRate',
  tableName: 'negotiated_rate',
  primaryKeys: ['workspaceId', 'target'],
  properties: {
    workspaceId: p.text().primary(),
    target: p.text().primary(),
    terms: p.text(),
    agreedAt: p.datetime(),
  },
})
export class NegotiatedRate extends NegotiatedRateSchema.class {}
NegotiatedRateSchema.setClass(NegotiatedRate)
