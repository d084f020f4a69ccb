import { formatUsd } from '../../../domain/money/microdollars.ts'
import { readTopup } from '../../../db/money/payments/read-topup.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { Topup, TopupId } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** One top-up: whether it is paid, and how much of it was taken back. */
export const getTopup = ({ db }: Pick<CheckoutDeps, 'db'>) =>
  defineRoute({
    operationId: 'getTopup',
    method: 'GET',
    path: '/v1/wallet/topups/{topup_id}',
    summary: 'Retrieve a top-up',
    description: 'Returns whether the checkout is paid, what was refunded, and why it failed if it did.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    params: closed({ topup_id: TopupId }),
    responses: { 200: { description: 'The top-up.', schema: Topup } },
    errors: ['not_found'],
    async handler({ params: { topup_id: id }, principal: { workspaceId, environment }, reply }) {
      const topup = await readTopup(db, { id, workspaceId, environment })
      if (topup === null) throw new Problem('not_found', 'There is no such top-up.', { param: '/topup_id' })
      return reply(200, {
        id,
        environment,
        origin: topup.origin,
        amount: formatUsd(topup.amount),
        status: topup.status,
        simulated: topup.simulated,
        explanation: topup.explanation ?? null,
        refunded: formatUsd(topup.refunded),
        charged_back: formatUsd(topup.chargedBack),
        checkout_url: topup.checkoutUrl ?? null,
        created_at: topup.createdAt.toISOString(),
        paid_at: topup.paidAt?.toISOString() ?? null,
      })
    },
  })
