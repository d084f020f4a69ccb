import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** How a workspace came from an agent to its people. */
export interface AgentOrigin {
  readonly signedUpAt: Date
  readonly claimedAt: Date
  /** The address of the person. */
  readonly claimedBy: string
}

export const READ_AGENT_ORIGIN = statement<{ workspaceId: string }, AgentOrigin>({
  name: 'read_agent_origin',
  effect: false,
  neverNull: { 'what a person has claimed has its time (check)': ['claimedAt'] },
  text: `select s.created_at as "signedUpAt", s.claimed_at as "claimedAt", u.email as "claimedBy"
    from agent_sign_up s join app_user u on u.id = s.claimed_by where s.workspace_id = :workspaceId`,
})

/** null: a person made the workspace, or it is in quarantine. */
export async function readAgentOrigin(db: Database, workspaceId: string): Promise<AgentOrigin | null> {
  const [origin] = await db.query(READ_AGENT_ORIGIN, { workspaceId })
  return origin ?? null
}
