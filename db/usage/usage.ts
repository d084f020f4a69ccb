import type { Database } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import type { RunDay } from '../run-days.ts'
import { statement } from '../statement.ts'

/** Their rows are read one by one, so a page never reads more. */
export const USAGE_RUNS_MAX = 100_000

const USAGE_GROUPS = ['all', 'day', 'capability', 'provider', 'key'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** The runs of a day, a capability, a provider or a key. */
export interface UsageLine {
  readonly by: UsageGroup
  /** null: runs of no capability, no provider, or without a key. */
  readonly name: string | null
  readonly runs: bigint
  readonly succeeded: bigint
  /** `no_match`. */
  readonly missed: bigint
  /** From acceptance to end, of the runs that have ended; null: none has. */
  readonly latencyMsP50: number | null
  readonly latencyMsP95: number | null
  readonly charged: bigint
}

const READ_USAGE = statement<
  { workspaceId: string; environment: string; firstId: string; endId: string; limit: number },
  Omit<UsageLine, 'by'> & { readonly grouping: number }
>({
  name: 'read_usage',
  effect: false,
  text: `with recent as (
      select (created_at at time zone 'UTC')::date::text as day, capability, provider, api_key_id as key,
        coalesce(charged, 0) as charged, status,
        round(extract(epoch from finished_at - created_at) * 1000)::integer as ms
      from run where workspace_id = :workspaceId and environment = :environment and id >= :firstId and id < :endId
      order by id desc limit :limit
    )
    select grouping(day, capability, provider, key) as grouping, coalesce(day, capability, provider, key) as name,
      count(*) as runs, count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where status = 'no_match') as missed, coalesce(sum(charged), 0)::bigint as charged,
      percentile_disc(0.5) within group (order by ms) as "latencyMsP50",
      percentile_disc(0.95) within group (order by ms) as "latencyMsP95"
    from recent group by grouping sets ((), (day), (capability), (provider), (key))
    order by charged desc, runs desc, name`,
})

/** Which of the four columns a line is grouped by: a bit is 0 for the column that is. */
const GROUPS: Readonly<Record<number, UsageGroup>> = {
  0b1111: 'all',
  0b0111: 'day',
  0b1011: 'capability',
  0b1101: 'provider',
  0b1110: 'key',
}

/**
 * The runs that began on these days, and what they were charged, the dearest first: in all, and by each group.
 * At most the newest `USAGE_RUNS_MAX` runs are counted.
 */
export async function readUsage(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  days: readonly RunDay[],
): Promise<UsageLine[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const ids = { firstId: first.firstId, endId: last.endId }
  const lines = await db.query(READ_USAGE, { workspaceId, environment, ...ids, limit: USAGE_RUNS_MAX })
  return lines.map(({ grouping, ...line }) => ({ ...line, by: GROUPS[grouping] ?? 'all' }))
}
