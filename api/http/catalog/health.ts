import type { Static } from 'typebox'
import { rateOfDay } from '../../../domain/routing/health-shown.ts'
import { WINDOW_DAYS } from '../../../domain/routing/thresholds.ts'
import { createCachedValue } from '../../../db/cached-value.ts'
import { readProviderDays } from '../../../db/catalog/health/days.ts'
import type { Database } from '../../../db/database.ts'
import { beginOf, runDaysOf } from '../../../db/run-days.ts'
import { defineRoute } from '../../route/route.ts'
import { ProviderHealthDays } from '../../schemas/catalog.ts'

/** The days change by the hour, and reading them takes longer than most routes: a hundred thousand rows at most. */
const AGE_FACTOR = 60

/** Spec 2.4: the days behind the health of the catalog. */
export function listProviderHealth({
  db,
  now,
  maxAgeMs,
}: {
  readonly db: Database
  readonly now: () => number
  readonly maxAgeMs: number
}) {
  const shown = createCachedValue({ read: () => readDays(db, now()), now, maxAgeMs: maxAgeMs * AGE_FACTOR })
  return defineRoute({
    operationId: 'listProviderHealth',
    method: 'GET',
    path: '/v1/catalog/health',
    summary: 'List the health of providers by day',
    description:
      'For each provider that was called in the last 30 days, how often its calls succeeded on each day, misses included: live calls of all workspaces with the accounts of the platform. A day with too few calls to tell has null.',
    tags: ['Catalog'],
    spec: '2.4',
    access: 'public',
    etag: true,
    responses: { 200: { description: 'The providers, by name.', schema: ProviderHealthDays } },
    errors: [],
    async handler({ reply }) {
      return reply(200, await shown.get())
    },
  })
}

async function readDays(db: Database, nowMs: number): Promise<Static<typeof ProviderHealthDays>> {
  const last = { now: new Date(nowMs), days: WINDOW_DAYS }
  const known = await readProviderDays(db, beginOf(last))
  const days = runDaysOf(last)
  const items = [...Map.groupBy(known, ({ provider }) => provider)].map(([provider, all]) => {
    const byDay = new Map(all.map((day) => [day.day, day]))
    return { provider, by_day: days.map(({ day }) => ({ day, success_rate: rateOfDay(byDay.get(day)) })) }
  })
  return { days: WINDOW_DAYS, items }
}
