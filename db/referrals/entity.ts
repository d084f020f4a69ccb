import { defineEntity, p } from '@mikro-orm/core'
import { REFERRAL_STATUSES } from '../../domain/referrals/credit.ts'

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
    /** The newcomer's top-up that the credit depends on. */
    topupId: p.text().nullable(),
    status: p.enum(REFERRAL_STATUSES).default('waiting'),
    takenBackAt: p.datetime().nullable(),
    /** How often money was moved for it: the credit, and what followed. */
    moves: p.integer().default(0),
    /** When a worker looks at it next; null: when something happens to its top-up. */
    lookAt: p.datetime().nullable(),
  },
})
export class Referral extends ReferralSchema.class {}
ReferralSchema.setClass(Referral)

/** A card that has earned a credit. */
const ReferralCardSchema = defineEntity({
  name: 'ReferralCard',
  tableName: 'referral_card',
  properties: { fingerprint: p.text().primary(), workspaceId: p.text(), createdAt: p.datetime() },
})
export class ReferralCard extends ReferralCardSchema.class {}
ReferralCardSchema.setClass(ReferralCard)
