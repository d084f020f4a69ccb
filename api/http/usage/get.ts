import { type UsageGrouping, usageGroupingOf } from '../../../domain/runs/metadata.ts'
import type { Database } from '../../../db/database.ts'
import { runDaysOf } from '../../../db/run-days.ts'
import { readUsage, USAGE_RUNS_MAX, type UsageGroup } from '../../../db/runs/usage/usage.ts'
import { defineRoute } from '../../route/route.ts'
import { Usage, UsageQuery } from '../../schemas/usage.ts'
import { daysOf } from '../../validation/days.ts'
import { countsOf, groupsOf } from './groups.ts'

/** What was run and charged on some days, by day, capability, provider and key. */
export const getUsage = ({ db, nowMs }: { db: Database; nowMs: () => number }) =>
  defineRoute({
    operationId: 'getUsage',
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get usage',
    description:
      'The runs of the last or the chosen days in the environment of the request, and what they were charged: in all, by day, by capability, by provider and by API key. A run belongs to the day on which it began. Open runs count with what they are charged so far. `group_by` adds the same runs by one of these or by a key of their metadata, whose sums are exactly the total. At most the newest 1,000,000 runs are counted; latencies are of the newest 100,000.',
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
