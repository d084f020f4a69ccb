import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { TOPUP_ORIGINS, TopupStatus } from '../../../domain/payments/topup.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A top-up, locked by the transaction that changes it. */
export interface LockedTopup {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly origin: (typeof TOPUP_ORIGINS)[number]
  readonly amount: Microdollars
  readonly status: TopupStatus
  readonly simulated: boolean
  readonly refunded: Microdollars
  readonly chargedBack: Microdollars
  readonly reversals: number
}

export const LOCK_TOPUP = statement<{ id: string }, LockedTopup>({
  name: 'lock_topup',
  effect: 'within',
  text: `select id, workspace_id as "workspaceId", environment, origin, amount, status, simulated, refunded,
    charged_back as "chargedBack", reversals
    from topup where id = :id for update`,
})

/** null: there is no such top-up. */
export async function lockTopup(tx: Queries, id: string): Promise<LockedTopup | null> {
  const [row] = await tx.query(LOCK_TOPUP, { id })
  return row ?? null
}

export const END_TOPUP = statement<
  { id: string; status: string; explanation: string | null },
  Pick<LockedTopup, 'environment' | 'origin' | 'simulated' | 'amount'>
>({
  name: 'end_topup',
  effect: 'within',
  text: `update topup set status = :status, explanation = :explanation, ended_at = clock_timestamp(),
    paid_at = case when :status = 'paid' then clock_timestamp() end where id = :id
    returning environment, origin, simulated, amount`,
})

/**
 * Ends a top-up; `explanation` is for its owner and for operators. A paid top-up is credited by the same transaction
 * (`creditPaidTopup`).
 */
export async function endTopup(
  tx: Queries,
  id: string,
  { status, explanation }: { readonly status: Exclude<TopupStatus, 'pending'>; readonly explanation: string | null },
): Promise<void> {
  const [ended] = await tx.query(END_TOPUP, { id, status, explanation })
  if (ended !== undefined) tx.emit({ kind: 'topup_ended', status, ...ended })
}
