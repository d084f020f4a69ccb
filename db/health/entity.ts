import { defineEntity, p } from '@mikro-orm/core'

/** The counts of one offer's calls that ended within one hour. */
const OfferHealthHourSchema = defineEntity({
  name: 'OfferHealthHour',
  tableName: 'offer_health_hour',
  primaryKeys: ['hour', 'provider', 'target'],
  properties: {
    hour: p.datetime().primary(),
    provider: p.text().primary(),
    /** A capability's slug, or `METHOD /path` of a raw endpoint. */
    target: p.text().primary(),
    found: p.integer(),
    missed: p.integer(),
    failures: p.integer(),
    latency: p.array<number>().columnType('integer[]'),
    lastSuccessAt: p.datetime().nullable(),
    lastFailureAt: p.datetime().nullable(),
  },
})
export class OfferHealthHour extends OfferHealthHourSchema.class {}
OfferHealthHourSchema.setClass(OfferHealthHour)

/** How far attempts have been counted; one row. */
const OfferHealthProgressSchema = defineEntity({
  name: 'OfferHealthProgress',
  tableName: 'offer_health_progress',
  properties: {
    id: p.boolean().primary(),
    countedUntil: p.datetime(),
    fenceAt: p.datetime(),
    fenceTransaction: p.bigint(),
  },
})
export class OfferHealthProgress extends OfferHealthProgressSchema.class {}
OfferHealthProgressSchema.setClass(OfferHealthProgress)

/** How often one of a provider's actors has succeeded in the last 30 days, as the provider reports it. */
const ReportedHealthSchema = defineEntity({
  name: 'ReportedHealth',
  tableName: 'reported_health',
  primaryKeys: ['provider', 'target'],
  properties: {
    provider: p.text().primary(),
    target: p.text().primary(),
    readAt: p.datetime(),
    calls: p.integer(),
    successes: p.integer(),
  },
})
export class ReportedHealth extends ReportedHealthSchema.class {}
ReportedHealthSchema.setClass(ReportedHealth)
