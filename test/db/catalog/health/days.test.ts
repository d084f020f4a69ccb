import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { readProviderDays } from '../../../../db/catalog/health/days.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { countAll, repeated, writeCalls } from './calls.ts'

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1_000

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

it('the calls of a provider are counted by day, whatever they were for; a miss is a success', async () => {
  const { id } = await buildWorkspace(db)
  const twoDaysAgo = 2 * DAY_SECONDS
  await writeCalls(db, id, [
    ...repeated(3, { outcome: 'succeeded', ageSeconds: twoDaysAgo }),
    ...repeated(2, { outcome: 'no_match', ageSeconds: twoDaysAgo, target: 'person.enrich' }),
    ...repeated(1, { outcome: 'provider_error', ageSeconds: twoDaysAgo }),
    ...repeated(4, { outcome: 'provider_timeout', ageSeconds: 1, provider: 'two' }),
    ...repeated(9, { outcome: 'succeeded', ageSeconds: 20 * DAY_SECONDS }),
  ])
  await countAll(db)
  const dayOf = (ageSeconds: number): string => new Date(Date.now() - ageSeconds * 1_000).toISOString().slice(0, 10)
  expect(await readProviderDays(db, new Date(Date.now() - 10 * DAY_MS))).toEqual([
    { provider: 'one', day: dayOf(twoDaysAgo), calls: 6, successes: 5 },
    { provider: 'two', day: dayOf(1), calls: 4, successes: 0 },
  ])
})
