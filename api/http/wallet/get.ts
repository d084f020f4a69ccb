import { formatUsd, formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import { readWalletState } from '../../../db/money/wallets/read.ts'
import { defineRoute } from '../../route/route.ts'
import { Wallet } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** Decisions, "wallet": the balance, and how much of it is held. */
export const getWallet = ({ db }: Pick<CheckoutDeps, 'db'>) =>
  defineRoute({
    operationId: 'getWallet',
    method: 'GET',
    path: '/v1/wallet',
    summary: 'Retrieve the wallet',
    description: '`balance` is `available` plus the holds of open runs. Each environment has a separate wallet.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    responses: { 200: { description: 'The wallet of this environment.', schema: Wallet } },
    errors: [],
    async handler({ principal: { workspaceId, environment }, reply }) {
      const { available, held, receivable, enabled, threshold, amount } = await readWalletState(
        db,
        workspaceId,
        environment,
      )
      return reply(200, {
        environment,
        balance: formatUsd(available + held),
        held: formatUsd(held),
        available: formatUsd(available),
        ...(receivable > 0n ? { receivable: formatUsd(receivable) } : {}),
        currency: 'USD',
        auto_topup: { enabled, threshold: formatUsdOrNull(threshold), amount: formatUsdOrNull(amount) },
      })
    },
  })
