import { REFERRAL_CREDIT } from '../../domain/referrals/referral.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries, Statement } from '../database.ts'
import { PLATFORM_ACCOUNT_SQL, WALLET_ACCOUNT_SQL } from '../wallets/ledger.ts'

const CLOSE_REFERRAL: Statement = {
  name: 'close_referral',
  effect: 'within',
  text: `update referral set credited_at = clock_timestamp(), amount = $3::bigint, topup_id = $2
    where workspace_id = $1 and credited_at is null
    returning referrer_workspace_id as referrer`,
}

const CREDIT_REFERRAL: Statement = {
  name: 'credit_referral',
  effect: 'within',
  text: `with wallet_now as materialized (
      select w.* from wallet w where w.workspace_id = $1 and w.environment = 'live' for update
    ), credited as (
      update wallet w set available = n.available + $2::bigint
      from wallet_now n where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
      select ${PLATFORM_ACCOUNT_SQL('n', 'promotion')}, ${WALLET_ACCOUNT_SQL('n', 'available')}, $2::bigint, 'referral', $3
      from wallet_now n
      returning id
    )
    select workspace_id from credited where (select count(*) from entry) = 1`,
}

export interface PaidTopup {
  readonly workspaceId: string
  readonly environment: Environment
  readonly topupId: string
}

/**
 * Credits both sides with the first paid top-up of a workspace that somebody referred, in the transaction of that top-up: whoever
 * closes the referral credits, so it happens once. The sandbox's top-ups are no payments. A refund later takes nothing back.
 */
export async function creditReferral(tx: Queries, { workspaceId, environment, topupId }: PaidTopup): Promise<void> {
  if (environment !== 'live') return
  const [closed] = await tx.query<{ referrer: string }>(CLOSE_REFERRAL, [workspaceId, topupId, REFERRAL_CREDIT.toString()])
  if (closed === undefined) return
  for (const [side, of] of [['referred', workspaceId], ['referrer', closed.referrer]] as const) {
    const credited = await tx.query(CREDIT_REFERRAL, [of, REFERRAL_CREDIT.toString(), `referral:${workspaceId}:${side}`])
    if (credited.length !== 1) throw new Error('a wallet to credit for a referral does not exist')
  }
}
