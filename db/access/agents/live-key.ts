import type { BudgetPeriod } from '../../../domain/budgets/budget.ts'
import type { Database } from '../../database.ts'

import { statement } from '../../statement.ts'

/** A sign-up as the key that it made sees it. */
export interface AgentState {
  readonly workspace: string
  readonly expiresAt: Date
  readonly isClaimed: boolean
  readonly isLiveKeyTaken: boolean
}

export const READ_AGENT_STATE = statement<{ apiKeyId: string | null }, AgentState>({
  name: 'read_agent_state',
  effect: false,
  text: `select w.name as workspace, s.expires_at as "expiresAt", s.claimed_at is not null as "isClaimed",
      s.live_key_id is not null as "isLiveKeyTaken"
    from agent_sign_up s join workspace w on w.id = s.workspace_id where s.api_key_id = :apiKeyId`,
})

/** null: no sign-up of an agent made this key. */
export async function readAgentState(db: Database, apiKeyId: string | null): Promise<AgentState | null> {
  const [state] = await db.query(READ_AGENT_STATE, { apiKeyId })
  return state ?? null
}

/** Of two simultaneous requests the second waits here, and then finds no key to take. */
export const LOCK_UNTAKEN = statement<
  { apiKeyId: string },
  { workspaceId: string; name: string; amount: bigint; period: BudgetPeriod }
>({
  name: 'lock_untaken_live_key',
  effect: 'within',
  neverNull: { 'a claimed sign-up has a budget (check)': ['amount', 'period'] },
  text: `select s.workspace_id as "workspaceId", w.name, s.budget_amount as amount, s.budget_period as period
    from agent_sign_up s join workspace w on w.id = s.workspace_id
    where s.api_key_id = :apiKeyId and s.claimed_at is not null and s.live_key_id is null
      and exists (select from api_key k where k.id = s.api_key_id and k.revoked_at is null)
    for no key update of s`,
})

export const SET_LIVE_KEY = statement<{ apiKeyId: string; liveKeyId: string }>({
  name: 'set_live_key',
  effect: 'within',
  text: 'update agent_sign_up set live_key_id = :liveKeyId where api_key_id = :apiKeyId',
})
