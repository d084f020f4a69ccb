import { formatUsd, formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import {
  REFERRAL_CREDIT,
  REFERRAL_SPEND,
  REFERRALS_IN_ALL_MAX,
  REFERRALS_PER_MONTH_MAX,
  shownReferralStatus,
} from '../../../domain/referrals/credit.ts'
import { ensureReferralCode, readReferrals } from '../../../db/money/referrals/read.ts'
import { defineRoute } from '../../route/route.ts'
import { Referrals } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

const DESCRIPTION = `A workspace that signs up with the code is a referral. When it has paid a live top-up and spent
${formatUsd(REFERRAL_SPEND)} of paid money on live runs, both live wallets get ${formatUsd(REFERRAL_CREDIT)}, once.
The credit is taken back when less than ${formatUsd(REFERRAL_CREDIT)} of that top-up is left after refunds and
chargebacks; what a wallet lacks for it is owed. A card earns one credit, and none for a referrer who has paid with it.
A workspace earns at most ${REFERRALS_PER_MONTH_MAX} credits a calendar month (UTC) and ${REFERRALS_IN_ALL_MAX} in all;
beyond that neither side is credited. A workspace cannot refer itself.`.replaceAll('\n', ' ')

/** Decisions, "referrals": the workspace's code, and its referrals. */
export const getReferrals = ({ db, publicUrl }: Pick<CheckoutDeps, 'db' | 'publicUrl'>) =>
  defineRoute({
    operationId: 'getReferrals',
    method: 'GET',
    path: '/v1/referrals',
    summary: 'Read referrals',
    description: DESCRIPTION,
    tags: ['Referrals'],
    spec: '4.11',
    access: 'read',
    responses: { 200: { description: 'The code, and the referrals it has brought.', schema: Referrals } },
    errors: [],
    async handler({ principal: { workspaceId }, reply }) {
      const code = await ensureReferralCode(db, workspaceId)
      const { items, credited, takenBack, pending, capped, thisMonth, inAll } = await readReferrals(db, workspaceId)
      return reply(200, {
        code,
        url: `${publicUrl()}/?ref=${code}`,
        credited: formatUsd(credited),
        taken_back: formatUsd(takenBack),
        pending,
        capped,
        limits: {
          per_month: REFERRALS_PER_MONTH_MAX,
          in_all: REFERRALS_IN_ALL_MAX,
          used_this_month: thisMonth,
          used_in_all: inAll,
        },
        items: items.map(({ status, kept, amount, createdAt, creditedAt, takenBackAt }) => ({
          status: shownReferralStatus({ status, kept }),
          amount: formatUsdOrNull(amount),
          created_at: createdAt.toISOString(),
          credited_at: creditedAt?.toISOString() ?? null,
          taken_back_at: takenBackAt?.toISOString() ?? null,
        })),
      })
    },
  })
