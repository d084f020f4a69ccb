import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { PLATFORM_ACCOUNT_SQL, WALLET_ACCOUNT_SQL } from './ledger.ts'

/**
 * The transfer is written before the wallet changes but after it is locked: a key that was used before leaves the
 * wallet as it is.
 */
const credit = (kind: 'funding' | 'promotion') => `with wallet_now as materialized (
      select w.workspace_id, w.environment from wallet w where w.workspace_id = :workspaceId
        and w.environment = :environment for update
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
      select ${PLATFORM_ACCOUNT_SQL('w', kind)}, ${WALLET_ACCOUNT_SQL('w', 'available')}, :amount::bigint, :kind, :key
      from wallet_now w
      on conflict (key) do nothing
      returning id
    ), credited as (
      update wallet set available = available + :amount::bigint
      where workspace_id = :workspaceId and environment = :environment and exists (select from entry)
      returning workspace_id
    )
    select count(*) as credited from credited`

type CreditValues = { workspaceId: string; environment: Environment; amount: string; kind: string; key: string }

export const CREDIT_WALLET = {
  topup: statement<CreditValues, { credited: bigint }>({
    name: 'credit_wallet_topup',
    effect: true,
    text: credit('funding'),
  }),
  promotion: statement<CreditValues, { credited: bigint }>({
    name: 'credit_wallet_promotion',
    effect: true,
    text: credit('promotion'),
  }),
}

export interface Credit {
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
  readonly kind: 'topup' | 'promotion'
  /** A credit is applied once per key. */
  readonly key: string
}

/** Adds money to a wallet; false when this key was already applied. */
export async function creditWallet(
  db: Queries,
  { workspaceId, environment, amount, kind, key }: Credit,
): Promise<boolean> {
  const [row] = await db.query(CREDIT_WALLET[kind], { workspaceId, environment, amount: amount.toString(), kind, key })
  return row?.credited === 1n
}
