import { formatUsd } from '../../../domain/money/microdollars.ts'
import { beginOf, runDaysOf } from '../../../db/run-days.ts'
import { readWalletDays } from '../../../db/wallets/balances.ts'
import { defineRoute } from '../../route/route.ts'
import { DaysQuery } from '../../schemas/usage.ts'
import { WalletBalances } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** Decisions, "wallet": the balance over time. */
export const listWalletBalances = ({ db, nowMs }: Pick<CheckoutDeps, 'db'> & { readonly nowMs: () => number }) =>
  defineRoute({
    operationId: 'listWalletBalances',
    method: 'GET',
    path: '/v1/wallet/balances',
    summary: 'List balances by day',
    description:
      'The balance at the end of each of the last days, and what was topped up on it. It is computed back from the balance of now; at most the newest 100,000 movements are read.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    query: DaysQuery,
    responses: { 200: { description: 'The days, oldest first.', schema: WalletBalances } },
    errors: [],
    async handler({ query, principal, reply }) {
      const last = { now: new Date(nowMs()), days: query.days }
      const { balance, days: changed, complete } = await readWalletDays(db, principal, beginOf(last))
      const changes = new Map(changed.map((day) => [day.day, day]))
      let left = balance
      const items = runDaysOf(last)
        .toReversed()
        .map(({ day }) => {
          const atItsEnd = left
          left -= changes.get(day)?.change ?? 0n
          return { day, balance: formatUsd(atItsEnd), topped_up: formatUsd(changes.get(day)?.toppedUp ?? 0n) }
        })
      return reply(200, { days: query.days, complete, items: items.toReversed() })
    },
  })
