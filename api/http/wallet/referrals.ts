import { formatUsd, formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import { REFERRAL_CREDIT } from '../../../domain/referrals/referral.ts'
import { ensureReferralCode, readReferrals } from '../../../db/referrals/read.ts'
import { defineRoute } from '../../route.ts'
import { Referrals } from '../../schemas/wallet.ts'
import type { PaymentDeps } from '../checkout/deps.ts'

/** Decisions, "referrals": the workspace's code, and what came of it. */
export const getReferrals = ({ db, publicUrl }: Pick<PaymentDeps, 'db' | 'publicUrl'>) => defineRoute({
  operationId: 'getReferrals',
  method: 'GET',
  path: '/v1/referrals',
  summary: 'Read referrals',
  description: `Whoever signs up with the code is a referral. With their first paid top-up both workspaces get ${formatUsd(REFERRAL_CREDIT)} in the live wallet, once; a refund of that top-up takes nothing back. Nobody refers themselves.`,
  tags: ['Referrals'],
  spec: '4.11',
  access: 'read',
  responses: { 200: { description: 'The code, and whom it has brought.', schema: Referrals } },
  errors: [],
  async handler({ principal: { workspaceId }, reply }) {
    const code = await ensureReferralCode(db, workspaceId)
    const { credited, items } = await readReferrals(db, workspaceId)
    return reply(200, {
      code, url: `${publicUrl()}/?ref=${code}`, credited: formatUsd(credited),
      items: items.map(({ amount, createdAt, creditedAt }) => ({
        status: creditedAt === null ? 'signed_up' : 'credited', amount: formatUsdOrNull(amount), created_at: createdAt.toISOString(), credited_at: creditedAt?.toISOString() ?? null,
      })),
    })
  },
})
