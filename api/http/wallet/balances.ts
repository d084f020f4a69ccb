import { formatUsd } from '../../../domain/money/microdollars.ts'
import { beginOf, type RunDay, runDaysOf } from '../../../db/run-days.ts'
import { readWalletDays } from '../../../db/money/wallets/balances.ts'
import { defineRoute } from '../../route/route.ts'
import { DaysQuery } from '../../schemas/usage.ts'
import { WalletBalances } from '../../schemas/wallet.ts'
import { daysOf } from '../../validation/days.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** Decisions, "wallet": the balance over time. */
export const listWalletBalances = ({ db, nowMs }: Pick<CheckoutDeps, 'db'> & { readonly nowMs: () => number }) =>
  defineRoute({
    operationId: 'listWalletBalances',
    method: 'GET',
    path: '/v1/wallet/balances',
    summary: 'List balances by day',
    description:
      'The balance at the end of each of the last or the chosen days, and what was topped up on it. It is computed back from the balance of now; at most the newest 100,000 movements are read.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    query: DaysQuery,
    responses: { 200: { description: 'The days, oldest first.', schema: WalletBalances } },
    errors: [],
    async handler({ query, principal, reply }) {
      const chosen = daysOf(query, nowMs())
      const days = runDaysOf(chosen)
      const { balance, days: changed, complete } = await readWalletDays(db, principal, beginOf(chosen))
      const changes = new Map(changed.map((day) => [day.day, day]))
      let left = changed.filter(({ day }) => day > lastOf(days)).reduce((sum, { change }) => sum - change, balance)
      const items = days.toReversed().map(({ day }) => {
        const atItsEnd = left
        left -= changes.get(day)?.change ?? 0n
        return { day, balance: formatUsd(atItsEnd), topped_up: formatUsd(changes.get(day)?.toppedUp ?? 0n) }
      })
      return reply(200, { days: days.length, complete, items: items.toReversed() })
    },
  })

const lastOf = (days: readonly RunDay[]): string => days.at(-1)?.day ?? ''
