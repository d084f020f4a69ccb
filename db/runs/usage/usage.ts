import type { Database } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import type { RunDay } from '../../run-days.ts'
import { statement } from '../../statement.ts'

/**
 * Runs of a period that are summed, the newest first. Their rows are read one by one: a million takes PostgreSQL 2.5 to
 * 3.5 seconds of CPU, and a statement may take 15 seconds.
 */
export const USAGE_RUNS_MAX = 1_000_000

/** Latencies have to be sorted for each group, which takes several times as long: they are those of the newest runs. */
const LATENCY_RUNS_MAX = 100_000

/**
 * A person reads them, and a value for each run would make a long answer: the most expensive, and the rest in one sum.
 */
export const USAGE_GROUPS_MAX = 1_000

const USAGE_GROUPS = ['all', 'day', 'capability', 'provider', 'key', 'metadata'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** The runs of a day, a capability, a provider, an API key, or a value of a key of metadata. */
export interface UsageLine {
  readonly by: UsageGroup
  /** null: runs of no capability, no provider, or without an API key or a key of metadata. */
  readonly name: string | null
  readonly runs: bigint
  readonly succeeded: bigint
  /** `no_match`. */
  readonly missed: bigint
  /** From acceptance to end, of those of the newest `LATENCY_RUNS_MAX` that have ended; null: none has. */
  readonly latencyMsP50: number | null
  readonly latencyMsP95: number | null
  readonly charged: bigint
}

type UsageValues = { workspaceId: string; environment: string; firstId: string; endId: string; limit: number }
type GroupedLine = Omit<UsageLine, 'by'> & { readonly grouping: number }

/** `label`: SQL of what the runs `r` are grouped by besides; null: nothing. */
function usageText(label: string | null): string {
  const columns = ['day', 'capability', 'provider', 'key', ...(label === null ? [] : ['label'])].join(', ')
  const group = `grouping(${columns}) as grouping, coalesce(${columns.replace('day', 'day::text')}) as name`
  const sets = `grouping sets ((), ${columns.replaceAll(/\w+/g, '($&)')})`
  const newest = (limit: string) => `select (created_at at time zone 'UTC')::date as day, capability, provider,
        api_key_id as key, charged, status, created_at, finished_at ${label === null ? '' : `, ${label} as label`}
      from run r where workspace_id = :workspaceId and environment = :environment and id >= :firstId and id < :endId
      order by id desc limit ${limit}`
  return `with summed as materialized (
      select ${columns}, count(*) as runs, count(*) filter (where status = 'succeeded') as succeeded,
        count(*) filter (where status = 'no_match') as missed, sum(charged) as charged
      from (${newest(':limit')}) r group by ${columns}
    ), sums as (
      select ${group}, coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(succeeded), 0)::bigint as succeeded,
        coalesce(sum(missed), 0)::bigint as missed, coalesce(sum(charged), 0)::bigint as charged
      from summed group by ${sets}
    ), latencies as (
      select ${group}, percentile_disc(0.5) within group (order by ms) as "latencyMsP50",
        percentile_disc(0.95) within group (order by ms) as "latencyMsP95"
      from (
        select ${columns}, round(extract(epoch from finished_at - created_at) * 1000)::integer as ms
        from (${newest(`${LATENCY_RUNS_MAX}`)}) n
      ) n group by ${sets}
    ), lines as (
      -- An equality that hashes: a key of metadata may have a value for each run.
      select s.*, l."latencyMsP50", l."latencyMsP95" from sums s left join latencies l
        on l.grouping = s.grouping and coalesce('=' || l.name, '') = coalesce('=' || s.name, '')
    )`
}

export const READ_USAGE = statement<UsageValues, GroupedLine>({
  name: 'read_usage',
  effect: false,
  text: `${usageText(null)} select * from lines order by charged desc, runs desc, name`,
})

/** All lines are of one statement, so that the groups are exactly the total. */
export const READ_USAGE_BY_METADATA = statement<UsageValues & { key: string; groups: number }, GroupedLine>({
  name: 'read_usage_by_metadata',
  effect: false,
  text: `${usageText('r.metadata ->> :key::text')}, placed as (
      select l.*, row_number() over (partition by grouping order by charged desc, runs desc, name) as place from lines l
    )
    select grouping, name, runs, succeeded, missed, charged, "latencyMsP50", "latencyMsP95" from placed
    where grouping <> ${0b11110} or place <= :groups order by charged desc, runs desc, name`,
})

/** Which of the columns a line is grouped by: a bit is 0 for the column that is. */
const GROUPS: Readonly<Record<number, UsageGroup>> = {
  0b1111: 'all',
  0b0111: 'day',
  0b1011: 'capability',
  0b1101: 'provider',
  0b1110: 'key',
}
const GROUPS_WITH_METADATA: Readonly<Record<number, UsageGroup>> = {
  0b11111: 'all',
  0b01111: 'day',
  0b10111: 'capability',
  0b11011: 'provider',
  0b11101: 'key',
  0b11110: 'metadata',
}

export interface UsageOf {
  readonly days: readonly RunDay[]
  /** The lines have its values too, the most expensive `USAGE_GROUPS_MAX`. */
  readonly metadataKey: string | null
}

/**
 * The runs that began on these days, and what they were charged, the most expensive first: in all, and by each group.
 * At most the newest `USAGE_RUNS_MAX` runs are counted.
 */
export async function readUsage(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { days, metadataKey }: UsageOf,
): Promise<UsageLine[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const values = { workspaceId, environment, firstId: first.firstId, endId: last.endId, limit: USAGE_RUNS_MAX }
  const [lines, groups] =
    metadataKey === null
      ? [await db.query(READ_USAGE, values), GROUPS]
      : [
          await db.query(READ_USAGE_BY_METADATA, { ...values, key: metadataKey, groups: USAGE_GROUPS_MAX }),
          GROUPS_WITH_METADATA,
        ]
  return lines.map(({ grouping, ...line }) => ({ ...line, by: groups[grouping] ?? 'all' }))
}
