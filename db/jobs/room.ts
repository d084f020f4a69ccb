import type { RoutingPolicy } from '../../domain/routing/policy.ts'
import type { Rates } from '../../domain/pricing/rates.ts'
import type { PlanName } from '../../domain/tables/limits.ts'
import type { Queries } from '../database.ts'
import { RATES_SQL } from '../money/pricing/rates.ts'
import { statement } from '../statement.ts'

/** What the estimate of a job depends on in its workspace. */
export interface JobRoom {
  readonly plan: PlanName
  readonly tablesOn: boolean
  readonly rates: Rates
  readonly routingPolicy: RoutingPolicy | null
}

export const READ_JOB_ROOM = statement<{ workspaceId: string }, JobRoom>({
  name: 'read_job_room',
  effect: false,
  text: `select w.plan, w.tables_enabled_at is not null as "tablesOn", ${RATES_SQL('w')} as rates,
      w.routing_policy as "routingPolicy"
    from workspace w where w.id = :workspaceId`,
})

export async function readJobRoom(queries: Queries, workspaceId: string): Promise<JobRoom> {
  const [room] = await queries.query(READ_JOB_ROOM, { workspaceId })
  if (room === undefined) throw new Error('the workspace does not exist')
  return room
}
