import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { walletAccount } from './ledger.ts'
import { SETTLED_SIDES } from './transactions.ts'

/** Their rows are read one by one, so a page never reads more. */
export const BALANCE_TRANSFERS_MAX = 100_000

export interface DayOfWallet {
  /** `2026-11-22`, in UTC. */
  readonly day: string
  /** What the day changed of the balance. */
  readonly change: bigint
  readonly toppedUp: bigint
}

export interface WalletDays {
  /** Now: what is available and what is held. */
  readonly balance: bigint
  /** The days on which the balance changed, newest first. */
  readonly days: readonly DayOfWallet[]
  /** False: earlier transfers of the period were not read. */
  readonly complete: boolean
}

interface Row {
  readonly balance: bigint
  readonly day: string | null
  readonly change: bigint
  readonly toppedUp: bigint
  readonly transfers: bigint
}

export const READ_WALLET_DAYS = statement<
  {
    workspaceId: string
    environment: Environment
    since: Date
    limit: number
    availableAccount: string
    heldAccount: string
  },
  Row
>({
  name: 'read_wallet_days',
  effect: false,
  plannedEachTime: true,
  text: `with entry as (
      ${SETTLED_SIDES.map(
        ({ condition, effect }) => `(select t.id, t.kind, t.created_at, ${effect} as effect from transfer t
        where ${condition} order by t.id desc limit :limit)`,
      ).join('\n      union all\n      ')}
    ), newest as (
      select * from entry order by id desc limit :limit
    ), by_day as (
      select (created_at at time zone 'UTC')::date::text as day, sum(effect)::bigint as change,
        coalesce(sum(effect) filter (where kind = 'topup'), 0)::bigint as topped_up, count(*) as transfers
      from newest where created_at >= :since group by 1
    )
    select w.available + w.held as balance, d.day, coalesce(d.change, 0) as change,
      coalesce(d.topped_up, 0) as "toppedUp", coalesce(d.transfers, 0) as transfers
    from wallet w left join by_day d on true
    where w.workspace_id = :workspaceId and w.environment = :environment
    order by d.day desc`,
})

/**
 * What the days since then changed of a wallet's balance. At most the newest `BALANCE_TRANSFERS_MAX` transfers count.
 */
export async function readWalletDays(
  db: Database,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: Environment },
  since: Date,
): Promise<WalletDays> {
  const rows = await db.query(READ_WALLET_DAYS, {
    workspaceId,
    environment,
    since,
    limit: BALANCE_TRANSFERS_MAX,
    availableAccount: walletAccount(workspaceId, environment, 'available'),
    heldAccount: walletAccount(workspaceId, environment, 'held'),
  })
  return {
    balance: rows[0]?.balance ?? 0n,
    days: rows.flatMap(({ day, change, toppedUp }) => (day === null ? [] : [{ day, change, toppedUp }])),
    complete: rows.reduce((sum, { transfers }) => sum + transfers, 0n) < BALANCE_TRANSFERS_MAX,
  }
}
