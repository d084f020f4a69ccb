import { defineEntity, p } from '@mikro-orm/core'
import { REFERRAL_STATUSES } from '../../domain/referrals/credit.ts'

/** The code with which a workspace recommends the service. */
const ReferralCodeSchema = defineEntity({
  name: 'ReferralCode',
  tableName: 'referral_code',
  properties: { workspaceId: p.text().primary(), code: p.text() },
})
export class ReferralCode extends ReferralCodeSchema.class {}
ReferralCodeSchema.setClass(ReferralCode)

/** Which workspace referred a new one, and the credit for both. */
const ReferralSchema = defineEntity({
  name: 'Referral',
  tableName: 'referral',
  properties: {
    /** The newcomer. */
    workspaceId: p.text().primary(),
    referrerWorkspaceId: p.text(),
    createdAt: p.datetime(),
    creditedAt: p.datetime().nullable(),
    amount: p.bigint().nullable(),
    /** The newcomer's top-up that the credit depends on. */
    topupId: p.text().nullable(),
    status: p.enum(REFERRAL_STATUSES).default('waiting'),
    takenBackAt: p.datetime().nullable(),
    /** How often money was moved for it: the credit, and its later reversals. */
    moves: p.integer().default(0),
    /** When a worker checks it next; null: when its top-up changes. */
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
