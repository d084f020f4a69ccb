import { defineEntity, p } from '@mikro-orm/core'

/** A platform account at a provider, with its token bucket and leases, shared by all workers. */
const ProviderAccountSchema = defineEntity({
  name: 'ProviderAccount',
  tableName: 'provider_account',
  properties: {
    id: p.text().primary(),
    provider: p.text(),
    /** The workers hold a credential for it, or it needs none. */
    usable: p.boolean(),
    tokens: p.double(),
    refilledAt: p.datetime(),
    leases: p.json<Record<string, number>>(),
    exhaustedUntil: p.datetime().nullable(),
  },
})
export class ProviderAccount extends ProviderAccountSchema.class {}
ProviderAccountSchema.setClass(ProviderAccount)
