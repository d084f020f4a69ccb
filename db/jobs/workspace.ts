import type { RoutingPolicy } from '../../domain/routing/policy.ts'
import type { Rates } from '../../domain/pricing/rates.ts'
import type { PlanName } from '../../domain/tables/limits.ts'
import type { Queries } from '../database.ts'
import { RATES_SQL } from '../money/pricing/rates.ts'
import { statement } from '../statement.ts'

/** What the estimate of a job depends on in its workspace. */
export interface JobWorkspace {
  readonly plan: PlanName
  readonly tablesOn: boolean
  readonly rates: Rates
  readonly routingPolicy: RoutingPolicy | null
}

export const READ_JOB_WORKSPACE = statement<{ workspaceId: string }, JobWorkspace>({
  name: 'read_job_workspace',
  effect: false,
  text: `select w.plan, w.tables_enabled_at is not null as "tablesOn", ${RATES_SQL('w')} as rates,
      w.routing_policy as "routingPolicy"
    from workspace w where w.id = :workspaceId`,
})

export async function readJobWorkspace(queries: Queries, workspaceId: string): Promise<JobWorkspace> {
  const [workspace] = await queries.query(READ_JOB_WORKSPACE, { workspaceId })
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return workspace
}
