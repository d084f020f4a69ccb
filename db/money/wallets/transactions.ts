import { readLimitOf, shownOf } from '../../../domain/listing/page.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { TransactionKind, TransactionPosition } from '../../../domain/wallets/transactions.ts'
import type { Queries } from '../../database.ts'
import { type OuterJoined, statement } from '../../statement.ts'
import { walletAccount } from './ledger.ts'

export interface WalletTransaction {
  /** Unique among all transfers. */
  readonly key: string
  readonly kind: TransactionKind
  /** Signed: the effect on the available amount for a hold or a release, and on the balance for all others. */
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly runId: string | null
  readonly topupId: string | null
  readonly createdAt: Date
}

const COLUMNS = 't.id, t.key, t.kind, t.amount, t.run_id, t.topup_id, t.created_at'
/** Each side is read by its index, from the newest end; the newest of all sides are the page. */
const side = (condition: string, effect: string): string =>
  `(select ${COLUMNS}, ${effect} as effect from transfer t where ${condition} and t.id < :before::bigint
    order by t.id desc limit :limit)`

const list = (sides: readonly string[]): string => `with entry as (
      ${sides.join('\n      union all\n      ')}
    )
    select w.available + w.held as balance, e.id, e.key, e.kind, e.amount, e.effect, e.run_id as "runId",
      e.topup_id as "topupId", e.created_at as "createdAt"
    from wallet w left join lateral (select * from entry order by id desc limit :limit) e on true
    where w.workspace_id = :workspaceId and w.environment = :environment
    order by e.id desc`

type PageValues = {
  workspaceId: string
  environment: Environment
  before: string
  limit: number
  availableAccount: string
  heldAccount: string
}

/** The transfers `t` that change a wallet's balance, and by how much. */
export const SETTLED_SIDES = [
  { condition: `t.debit_account_id = :availableAccount and t.kind not in ('hold', 'release')`, effect: '-t.amount' },
  { condition: `t.debit_account_id = :heldAccount and t.kind not in ('hold', 'release')`, effect: '-t.amount' },
  {
    condition: `t.credit_account_id = :availableAccount and t.kind not in ('hold', 'release', 'charge')`,
    effect: 't.amount',
  },
] as const

export const LIST_TRANSACTIONS = statement<PageValues, Row>({
  name: 'list_wallet_transactions',
  effect: false,
  plannedEachTime: true,
  text: list(SETTLED_SIDES.map(({ condition, effect }) => side(condition, effect))),
})

export const LIST_WITH_HOLDS = statement<PageValues, Row>({
  name: 'list_wallet_transactions_with_holds',
  effect: false,
  plannedEachTime: true,
  text: list([
    side('t.debit_account_id = :availableAccount', `case when t.kind = 'hold' then 0 else -t.amount end`),
    side(`t.debit_account_id = :heldAccount and t.kind <> 'release'`, '-t.amount'),
    side('t.credit_account_id = :availableAccount', `case when t.kind = 'release' then 0 else t.amount end`),
  ]),
})

type Row = { readonly balance: bigint } & OuterJoined<{
  readonly id: bigint
  readonly key: string
  readonly kind: TransactionKind
  readonly amount: bigint
  readonly effect: bigint
  readonly runId: string | null
  readonly topupId: string | null
  readonly createdAt: Date
}>

export interface TransactionFilter {
  readonly workspaceId: string
  readonly environment: Environment
  readonly holds: boolean
  /** Only older transfers; null: from the newest. */
  readonly before: TransactionPosition | null
  readonly limit: number
}

const NEWEST = 9_223_372_036_854_775_807n

export interface TransactionPage {
  readonly items: readonly WalletTransaction[]
  /** null at the end. */
  readonly next: TransactionPosition | null
}

/**
 * A page of a wallet's ledger, newest first. A wallet's transfers are numbered in the order in which they took effect,
 * because each gets its number while the wallet is locked. So the balance after the newest is the wallet's own, which
 * the same statement reads, and every other balance follows by subtraction. Transfers before a position never change,
 * so a page continues from the position's balance.
 */
export async function listTransactions(db: Queries, filter: TransactionFilter): Promise<TransactionPage> {
  const { workspaceId, environment, holds, before, limit } = filter
  const rows = await db.query(holds ? LIST_WITH_HOLDS : LIST_TRANSACTIONS, {
    workspaceId,
    environment,
    before: (before?.id ?? NEWEST).toString(),
    limit: readLimitOf(limit),
    availableAccount: walletAccount(workspaceId, environment, 'available'),
    heldAccount: walletAccount(workspaceId, environment, 'held'),
  })
  const page = shownOf(rows, limit)
  let balance = before?.balance ?? rows[0]?.balance ?? 0n
  const items: WalletTransaction[] = []
  let last: bigint | null = null
  for (const { id, key, kind, amount, effect, runId, topupId, createdAt } of page.items) {
    if (id === null) break
    const shown = kind === 'hold' ? -amount : kind === 'release' ? amount : effect
    items.push({ key, kind, amount: shown, balanceAfter: balance, runId, topupId, createdAt })
    balance -= effect
    last = id
  }
  return { items, next: last !== null && page.more ? { id: last, balance } : null }
}
