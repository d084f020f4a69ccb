import { createHash } from 'node:crypto'
import Type from 'typebox'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { positionText, readPosition, transactionId } from '../../../domain/wallets/transactions.ts'
import { listTransactions, type WalletTransaction as Stored } from '../../../db/money/wallets/transactions.ts'
import { type Cursors, noSuchPage } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { type WalletTransaction, WalletTransactions } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Decisions, "wallet": the ledger of one environment's wallet. */
export const listWalletTransactions = ({ db, cursors }: Pick<CheckoutDeps, 'db'> & { readonly cursors: Cursors }) =>
  defineRoute({
    operationId: 'listWalletTransactions',
    method: 'GET',
    path: '/v1/wallet/transactions',
    summary: 'List wallet transactions',
    description:
      'Returns every movement of money, newest first, with the balance after it. With `include=holds`, a run shows its hold, its charge and the release of the rest.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    query: closed({
      include: Type.Optional(
        Type.Literal('holds', {
          description: '`holds` includes holds and releases. `include` may change between pages.',
        }),
      ),
    }),
    paged: {
      cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal: { workspaceId, environment } }) => ['transactions', workspaceId, environment],
    },
    responses: { 200: { description: 'A page of transactions.', schema: WalletTransactions } },
    errors: [],
    async handler({ query, principal: { workspaceId, environment }, page, reply }) {
      const position = page.after()
      const before = position === null ? null : readPosition(position)
      if (position !== null && before === null) throw noSuchPage()
      const { items, next } = await listTransactions(db, {
        workspaceId,
        environment,
        holds: query.include === 'holds',
        before,
        limit: page.limit,
      })
      return reply(200, {
        items: items.map(present),
        next_cursor: page.cursorAt(next === null ? null : positionText(next)),
      })
    },
  })

const present = ({ key, kind, amount, balanceAfter, runId, topupId, createdAt }: Stored): WalletTransaction => ({
  id: transactionId(createHash('sha256').update(key).digest()),
  kind,
  amount: formatUsd(amount),
  balance_after: formatUsd(balanceAfter),
  run_id: runId,
  topup_id: topupId,
  created_at: createdAt.toISOString(),
})
