import Type from 'typebox'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { cursorOf, readCursor } from '../../../domain/wallets/transactions.ts'
import { listTransactions, type WalletTransaction as Stored } from '../../../db/wallets/transactions.ts'
import { Problem } from '../../problem.ts'
import { defineRoute } from '../../route.ts'
import { closed, pageLimit } from '../../schemas/common.ts'
import { type WalletTransaction, WalletTransactions } from '../../schemas/wallet.ts'
import type { PaymentDeps } from '../checkout/deps.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Decisions, "wallet": the ledger of one environment's wallet. */
export const listWalletTransactions = ({ db }: Pick<PaymentDeps, 'db'>) => defineRoute({
  operationId: 'listWalletTransactions',
  method: 'GET',
  path: '/v1/wallet/transactions',
  summary: "List the wallet's transactions",
  description: 'Every movement of money, newest first, with the exact balance after it. A run that is charged less than it held shows, with `include=holds`, its hold, a charge, and a release of the rest.',
  tags: ['Wallet'],
  spec: '4.11',
  access: 'read',
  query: closed({
    include: Type.Optional(Type.Literal('holds', { description: '`holds`: holds and releases too. A cursor goes on in the same way or in the other.' })),
    limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next_cursor` of the page before.' })),
  }),
  responses: { 200: { description: 'A page of transactions.', schema: WalletTransactions } },
  errors: [],
  async handler({ query, principal: { workspaceId, environment }, reply }) {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (query.cursor !== undefined && before === null) throw new Problem('invalid_request', 'The cursor is none of this list.', { param: '/cursor' })
    const { items, next } = await listTransactions(db, { workspaceId, environment, holds: query.include === 'holds', before, limit: query.limit ?? LIMIT_DEFAULT })
    return reply(200, { items: items.map(present), next_cursor: next === null ? null : cursorOf(next) })
  },
})

const present = ({ id, kind, amount, balanceAfter, runId, topupId, createdAt }: Stored): WalletTransaction => ({
  id: id.toString(), kind, amount: formatUsd(amount), balance_after: formatUsd(balanceAfter), run_id: runId, topup_id: topupId, created_at: createdAt.toISOString(),
})
