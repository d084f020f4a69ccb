import { REFERRAL_CREDIT } from '../../../domain/referrals/credit.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const ATTACH_TOPUP = statement<{ workspaceId: string; topupId: string; credit: string }>({
  name: 'attach_topup_to_referral',
  effect: 'within',
  text: `update referral r set topup_id = :topupId, look_at = clock_timestamp()
    where r.workspace_id = :workspaceId and r.status = 'waiting'
      and (r.topup_id is null
        or (select t.amount - t.refunded - t.charged_back from topup t where t.id = r.topup_id) < :credit::bigint)`,
})

export interface PaidTopup {
  readonly workspaceId: string
  readonly environment: Environment
  readonly topupId: string
}

/**
 * Stores the top-up that a newcomer's referral depends on, in the transaction of its payment: the first one paid live,
 * or the next one after that was taken back. It credits nothing. Call it before locking the wallet: settling a referral
 * locks the referral before wallets.
 */
export async function attachTopup(tx: Queries, { workspaceId, environment, topupId }: PaidTopup): Promise<void> {
  if (environment === 'live') await tx.query(ATTACH_TOPUP, { workspaceId, topupId, credit: REFERRAL_CREDIT.toString() })
}

export const LOOK_AGAIN = statement<{ topupId: string }>({
  name: 'look_at_referral_again',
  effect: 'within',
  text: `update referral set look_at = clock_timestamp() where topup_id = :topupId
    and status in ('waiting', 'credited', 'taken_back')`,
})

/** Makes the referral that depends on a changed top-up due. Call it before locking the wallet. */
export const lookAtReferral = (tx: Queries, topupId: string): Promise<unknown> => tx.query(LOOK_AGAIN, { topupId })
