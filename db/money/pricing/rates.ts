import type { Rates } from '../../../domain/pricing/rates.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The rates of a workspace row, for statements that need them, so that they need no separate round trip. */
export const RATES_SQL = (workspace: string): string => `jsonb_build_object('plan', ${workspace}.plan, 'negotiated',
        coalesce((select jsonb_object_agg(n.target, n.terms) from negotiated_rate n
          where n.workspace_id = ${workspace}.id), '{}'))`

export const READ_RATES = statement<{ workspaceId: string }, { rates: Rates }>({
  name: 'read_rates',
  effect: false,
  text: `select ${RATES_SQL('w')} as rates from workspace w where w.id = :workspaceId`,
})

/** The rates that the workspace pays now (Spec 2.2). */
export async function readRates(queries: Queries, workspaceId: string): Promise<Rates> {
  const [row] = await queries.query(READ_RATES, { workspaceId })
  if (row === undefined) throw new Error('the workspace does not exist')
  return row.rates
}
