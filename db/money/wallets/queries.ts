import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { PLATFORM_ACCOUNT_SQL, WALLET_ACCOUNT_SQL } from './ledger.ts'

/**
 * The transfer is written before the wallet changes but after it is locked: a key that was used before leaves the
 * wallet as it is.
 */
export const CREDIT_WALLET = statement<
  { workspaceId: string; environment: Environment; amount: string; key: string },
  { credited: bigint }
>({
  name: 'credit_wallet',
  effect: true,
  text: `with wallet_now as materialized (
      select w.workspace_id, w.environment from wallet w where w.workspace_id = :workspaceId
        and w.environment = :environment for update
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
      select ${PLATFORM_ACCOUNT_SQL('w', 'promotion')}, ${WALLET_ACCOUNT_SQL('w', 'available')},
        :amount::bigint, 'promotion', :key
      from wallet_now w
      on conflict (key) do nothing
      returning id
    ), credited as (
      update wallet set available = available + :amount::bigint
      where workspace_id = :workspaceId and environment = :environment and exists (select from entry)
      returning workspace_id
    )
    select count(*) as credited from credited`,
})

export interface Credit {
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
  /** A credit is applied once per key. */
  readonly key: string
}

/** Adds a promotional credit to a wallet; false when this key was already applied. */
export async function creditWallet(db: Queries, { workspaceId, environment, amount, key }: Credit): Promise<boolean> {
  const [row] = await db.query(CREDIT_WALLET, { workspaceId, environment, amount: amount.toString(), key })
  return row?.credited === 1n
}
