import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/** What a workspace has done so far, of what newcomers do first. */
export interface FirstSteps {
  /** A run in the sandbox by a person on a page. */
  readonly ranOnPage: boolean
  /** A run in the sandbox with an API key. */
  readonly ranByKey: boolean
  readonly toppedUp: boolean
  readonly ranLive: boolean
}

/** Each question ends with the first row that an index finds. */
export const READ_FIRST_STEPS = statement<{ workspaceId: string }, FirstSteps>({
  name: 'read_first_steps',
  effect: false,
  text: `select
    exists (select from run where workspace_id = :workspaceId and environment = 'test' and api_key_id is null)
      as "ranOnPage",
    exists (select from api_key k where k.workspace_id = :workspaceId and k.environment = 'test'
      and exists (select from run r where r.api_key_id = k.id)) as "ranByKey",
    exists (select from topup where workspace_id = :workspaceId and environment = 'live' and status = 'paid')
      as "toppedUp",
    exists (select from run where workspace_id = :workspaceId and environment = 'live') as "ranLive"`,
})

export async function readFirstSteps(db: Database, workspaceId: string): Promise<FirstSteps> {
  const [steps] = await db.query(READ_FIRST_STEPS, { workspaceId })
  return steps ?? { ranOnPage: false, ranByKey: false, toppedUp: false, ranLive: false }
}
