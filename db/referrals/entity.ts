import { defineEntity, p } from '@mikro-orm/core'

/** By which a workspace recommends the service. */
const ReferralCodeSchema = defineEntity({
  name: 'ReferralCode',
  tableName: 'referral_code',
  properties: { workspaceId: p.text().primary(), code: p.text() },
})
export class ReferralCode extends ReferralCodeSchema.class {}
ReferralCodeSchema.setClass(ReferralCode)

/** Who brought a workspace, and what both got for it. */
const ReferralSchema = defineEntity({
  name: 'Referral',
  tableName: 'referral',
  properties: {
    /** The one that came. */
    workspaceId: p.text().primary(),
    referrerWorkspaceId: p.text(),
    createdAt: p.datetime(),
    creditedAt: p.datetime().nullable(),
    amount: p.bigint().nullable(),
    topupId: p.text().nullable(),
  },
})
export class Referral extends ReferralSchema.class {}
ReferralSchema.setClass(Referral)
