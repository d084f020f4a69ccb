import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { TOPUP_ORIGINS, TopupStatus } from '../../../domain/payments/topup.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface TopupRef {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

export interface StoredTopup {
  readonly id: string
  readonly environment: Environment
  readonly origin: (typeof TOPUP_ORIGINS)[number]
  readonly amount: Microdollars
  readonly status: TopupStatus
  readonly simulated: boolean
  readonly checkoutUrl: string | null
  /** Why it was not paid. */
  readonly explanation: string | null
  /** The amounts that the ledger has booked. */
  readonly refunded: Microdollars
  readonly chargedBack: Microdollars
  readonly createdAt: Date
  readonly paidAt: Date | null
}

export const READ_TOPUP = statement<{ id: string; workspaceId: string; environment: Environment }, StoredTopup>({
  name: 'read_topup',
  effect: false,
  text: `select id, environment, origin, amount, status, simulated, checkout_url as "checkoutUrl", explanation,
    refunded, charged_back as "chargedBack",
      created_at as "createdAt", paid_at as "paidAt"
    from topup where id = :id and workspace_id = :workspaceId and environment = :environment`,
})

/** null: this workspace has no such top-up in this environment. */
export async function readTopup(db: Queries, { id, workspaceId, environment }: TopupRef): Promise<StoredTopup | null> {
  const [row] = await db.query(READ_TOPUP, { id, workspaceId, environment })
  return row ?? null
}

export interface SimulatedTopup {
  readonly amount: Microdollars
  readonly environment: Environment
  readonly status: StoredTopup['status']
  readonly workspaceName: string
}

export const READ_SIMULATED_TOPUP = statement<{ id: string }, SimulatedTopup>({
  name: 'read_simulated_topup',
  effect: false,
  text: `select t.amount, t.environment, t.status, w.name as "workspaceName" from topup t
    join workspace w on w.id = t.workspace_id
    where t.id = :id and t.simulated and t.origin = 'checkout'`,
})

/** For every client that has the URL of its page; null: there is no such page. */
export async function readSimulatedTopup(db: Queries, id: string): Promise<SimulatedTopup | null> {
  const [row] = await db.query(READ_SIMULATED_TOPUP, { id })
  return row ?? null
}
