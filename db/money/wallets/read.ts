import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface WalletState {
  readonly available: Microdollars
  readonly held: Microdollars
  readonly receivable: Microdollars
  readonly enabled: boolean
  readonly threshold: Microdollars | null
  readonly amount: Microdollars | null
}

export const READ_WALLET_STATE = statement<{ workspaceId: string; environment: Environment }, WalletState>({
  name: 'read_wallet_state',
  effect: false,
  text: `select w.available, w.held, w.receivable, coalesce(a.enabled, false) as enabled, a.threshold, a.amount
    from wallet w left join auto_topup a on a.workspace_id = w.workspace_id and a.environment = w.environment
    where w.workspace_id = :workspaceId and w.environment = :environment`,
})

/** A wallet and the state of its automatic top-ups. */
export async function readWalletState(
  db: Queries,
  workspaceId: string,
  environment: Environment,
): Promise<WalletState> {
  const [state] = await db.query(READ_WALLET_STATE, { workspaceId, environment })
  if (state === undefined) throw new Error('the workspace has no wallet')
  return state
}
