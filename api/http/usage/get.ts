import { type UsageGrouping, usageGroupingOf } from '../../../domain/runs/metadata.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { runDaysOf } from '../../../db/run-days.ts'
import {
  readUsage,
  USAGE_GROUPS_MAX,
  USAGE_RUNS_MAX,
  type UsageGroup,
  type UsageLine,
} from '../../../db/usage/usage.ts'
import { defineRoute } from '../../route/route.ts'
import { Usage, UsageQuery } from '../../schemas/usage.ts'
import { daysOf } from '../../validation/days.ts'

/** What was run and charged on some days, by day, capability, provider and key. */
export const getUsage = ({ db, nowMs }: { db: Database; nowMs: () => number }) =>
  defineRoute({
    operationId: 'getUsage',
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get usage',
    description:
      'The runs of the last or the chosen days in the environment of the request, and what they were charged: in all, by day, by capability, by provider and by API key. A run belongs to the day on which it began. Open runs count with what they are charged so far. `group_by` adds the same runs by one of these or by a key of their metadata, whose sums are exactly the total. At most the newest 100,000 runs are counted.',
    tags: ['Wallet'],
    spec: '4.13',
    access: 'read',
    query: UsageQuery,
    responses: { 200: { description: 'Runs and charges.', schema: Usage } },
    errors: [],
    async handler({ query, principal, reply }) {
      const days = runDaysOf(daysOf(query, nowMs()))
      const grouping = query.group_by === undefined ? null : usageGroupingOf(query.group_by)
      const lines = await readUsage(db, principal, { days, metadataKey: metadataKeyOf(grouping) })
      const by = (group: UsageGroup) => lines.filter((line) => line.by === group)
      const [all] = by('all')
      const total = countsOf(all)
      const byDay = days.map(({ day }) => ({ name: day, line: by('day').find(({ name }) => name === day) }))
      return reply(200, {
        days: days.length,
        complete: total.runs < USAGE_RUNS_MAX,
        total,
        by_day: byDay.map(({ name, line }) => ({ day: name, ...countsOf(line) })),
        by_capability: by('capability').map((line) => ({ capability: line.name, ...countsOf(line) })),
        by_provider: by('provider').map((line) => ({ provider: line.name, ...countsOf(line) })),
        by_key: by('key').map((line) => ({ api_key_id: line.name, ...countsOf(line) })),
        ...(grouping === null || query.group_by === undefined
          ? {}
          : { group_by: query.group_by, ...groupsOf(grouping, { all, byDay, by }) }),
      })
    },
  })

const metadataKeyOf = (grouping: UsageGrouping | null): string | null =>
  grouping !== null && 'metadataKey' in grouping ? grouping.metadataKey : null

interface Lines {
  readonly all: UsageLine | undefined
  readonly byDay: readonly Named[]
  readonly by: (group: UsageGroup) => readonly UsageLine[]
}

/** A group; without a line it has no runs. */
interface Named {
  readonly name: string | null
  readonly line: UsageLine | undefined
}

const GROUP_OF = { capability: 'capability', provider: 'provider', api_key: 'key' } as const

/** The first groups, and what all others have of the total. */
function groupsOf(grouping: UsageGrouping, { all, byDay, by }: Lines) {
  const named = (group: UsageGroup): Named[] => by(group).map((line) => ({ name: line.name, line }))
  const groups =
    'metadataKey' in grouping ? named('metadata') : grouping.column === 'day' ? byDay : named(GROUP_OF[grouping.column])
  const shown = groups.slice(0, USAGE_GROUPS_MAX)
  const rest = (of: 'runs' | 'succeeded' | 'missed' | 'charged'): bigint =>
    shown.reduce((left, { line }) => left - (line?.[of] ?? 0n), all?.[of] ?? 0n)
  return {
    items: shown.map(({ name, line }) => ({ group: name, ...countsOf(line) })),
    rest:
      rest('runs') === 0n
        ? null
        : {
            runs: Number(rest('runs')),
            succeeded: Number(rest('succeeded')),
            no_match: Number(rest('missed')),
            charged: formatUsd(rest('charged')),
          },
  }
}

const countsOf = (line: UsageLine | undefined) => ({
  runs: Number(line?.runs ?? 0n),
  succeeded: Number(line?.succeeded ?? 0n),
  no_match: Number(line?.missed ?? 0n),
  charged: formatUsd(line?.charged ?? 0n),
  latency_ms_p50: line?.latencyMsP50 ?? null,
  latency_ms_p95: line?.latencyMsP95 ?? null,
})
