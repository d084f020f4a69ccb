import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { runDaysOf } from '../../../db/run-days.ts'
import { readUsage, USAGE_RUNS_MAX, type UsageGroup, type UsageLine } from '../../../db/usage/usage.ts'
import { defineRoute } from '../../route/route.ts'
import { DaysQuery, Usage } from '../../schemas/usage.ts'
import { daysOf } from '../../validation/days.ts'

/** What was run and charged on some days, by day, capability, provider and key. */
export const getUsage = ({ db, nowMs }: { db: Database; nowMs: () => number }) =>
  defineRoute({
    operationId: 'getUsage',
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get usage',
    description:
      'The runs of the last or the chosen days in the environment of the request, and what they were charged: in all, by day, by capability, by provider and by API key. A run belongs to the day on which it began. Open runs count with what they are charged so far. At most the newest 100,000 runs are counted.',
    tags: ['Wallet'],
    spec: '4.13',
    access: 'read',
    query: DaysQuery,
    responses: { 200: { description: 'Runs and charges.', schema: Usage } },
    errors: [],
    async handler({ query, principal, reply }) {
      const days = runDaysOf(daysOf(query, nowMs()))
      const lines = await readUsage(db, principal, days)
      const by = (group: UsageGroup) => lines.filter((line) => line.by === group)
      const [all] = by('all')
      const total = countsOf(all)
      return reply(200, {
        days: days.length,
        complete: total.runs < USAGE_RUNS_MAX,
        total,
        by_day: days.map(({ day }) => ({ day, ...countsOf(by('day').find(({ name }) => name === day)) })),
        by_capability: by('capability').map((line) => ({ capability: line.name, ...countsOf(line) })),
        by_provider: by('provider').map((line) => ({ provider: line.name, ...countsOf(line) })),
        by_key: by('key').map((line) => ({ api_key_id: line.name, ...countsOf(line) })),
      })
    },
  })

const countsOf = (line: UsageLine | undefined) => ({
  runs: Number(line?.runs ?? 0n),
  succeeded: Number(line?.succeeded ?? 0n),
  no_match: Number(line?.missed ?? 0n),
  charged: formatUsd(line?.charged ?? 0n),
  latency_ms_p50: line?.latencyMsP50 ?? null,
  latency_ms_p95: line?.latencyMsP95 ?? null,
})
