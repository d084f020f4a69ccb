import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { AttemptOutcome } from '../../../../domain/runs/states.ts'
import type { Database } from '../../../../db/database.ts'
import { readRecent } from '../../../../db/catalog/health/recent.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildRun, openTestDatabase } from '../../build.ts'
import { type Call, writeCalls } from './calls.ts'

let db: Database
let close: () => Promise<void>
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspaceId = (await buildWorkspace(db)).id
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('truncate run cascade')
})

const write = (calls: readonly Call[]) => writeCalls(db, workspaceId, calls)
const record = async (provider = 'one') => (await readRecent(db)).find((found) => found.provider === provider)
const repeated = (count: number, outcome: AttemptOutcome, ageSeconds = 10): Call[] =>
  Array.from({ length: count }, () => ({ outcome, ageSeconds }))

describe("an offer's record", () => {
  it.each<[AttemptOutcome, 'a success' | 'a failure' | 'nothing']>([
    ['succeeded', 'a success'],
    ['no_match', 'a success'],
    ['provider_error', 'a failure'],
    ['provider_timeout', 'a failure'],
    ['rate_limited', 'a failure'],
    ['unknown', 'a failure'],
    ['rejected', 'nothing'],
    ['skipped', 'nothing'],
    ['cancelled', 'nothing'],
  ])('counts %s as %s', async (outcome, as) => {
    await write(repeated(3, outcome))
    const found = await record()
    if (as === 'nothing') return expect(found).toBeUndefined()
    expect(found).toMatchObject({
      target: 'contact.find',
      calls: 3,
      successes: as === 'a success' ? 3 : 0,
      failuresInRow: as === 'a success' ? 0 : 3,
    })
  })

  it('counts the failures since the latest success, in the order in which calls ended', async () => {
    await write([
      { outcome: 'provider_error', ageSeconds: 10 },
      { outcome: 'provider_timeout', ageSeconds: 20 },
      { outcome: 'no_match', ageSeconds: 30 },
      { outcome: 'provider_error', ageSeconds: 40 },
      { outcome: 'succeeded', ageSeconds: 50 },
    ])
    const found = await record()
    expect(found).toMatchObject({ calls: 5, successes: 2, failuresInRow: 2 })
    expect(found?.lastFailureAgeMs).toBeGreaterThanOrEqual(10_000)
    expect(found?.lastFailureAgeMs).toBeLessThan(20_000)
    expect(found?.lastSuccessAgeMs).toBeGreaterThanOrEqual(30_000)
    expect(found?.lastSuccessAgeMs).toBeLessThan(40_000)
  })

  it('is not interrupted by outcomes that the provider did not cause', async () => {
    await write([
      { outcome: 'provider_error', ageSeconds: 10 },
      { outcome: 'rejected', ageSeconds: 20 },
      { outcome: 'provider_error', ageSeconds: 30 },
    ])
    expect(await record()).toMatchObject({ calls: 2, failuresInRow: 2, lastSuccessAgeMs: null })
  })

  it('takes the typical latency of answers, not of failures', async () => {
    await write([
      ...[100, 200, 300].map((durationMs): Call => ({ outcome: 'succeeded', ageSeconds: 10, durationMs })),
      { outcome: 'provider_timeout', ageSeconds: 10, durationMs: 30_000 },
      { outcome: 'provider_timeout', ageSeconds: 10, durationMs: 30_000 },
    ])
    expect((await record())?.latencyMsP50).toBe(200)
  })

  it('covers only the last hour and the newest 200 calls', async () => {
    await write([
      ...repeated(5, 'provider_error', 3_700),
      ...repeated(30, 'provider_error', 600),
      ...repeated(200, 'succeeded'),
    ])
    expect(await record()).toMatchObject({ calls: 200, successes: 200, lastFailureAgeMs: null })
  })

  it('belongs to one provider and one environment', async () => {
    await write([
      ...repeated(2, 'succeeded'),
      { outcome: 'provider_error', ageSeconds: 1, provider: 'two' },
      { outcome: 'provider_error', ageSeconds: 1, environment: 'test' },
    ])
    expect(await record()).toMatchObject({ calls: 2, successes: 2 })
    expect(await record('two')).toMatchObject({ calls: 1, successes: 0 })
  })

  it('belongs to one capability or endpoint: a slow one cools no other of its provider', async () => {
    await write([
      ...repeated(2, 'succeeded'),
      ...repeated(6, 'provider_timeout').map((call): Call => ({ ...call, target: 'POST /v1/slow' })),
      { outcome: 'no_match', ageSeconds: 5, target: 'contact.verify' },
      { outcome: 'succeeded', ageSeconds: 5, provider: 'two', target: 'POST /v1/slow' },
    ])
    const found = (await readRecent(db)).map(({ provider, target, calls, failuresInRow }) => [
      provider,
      target,
      calls,
      failuresInRow,
    ])
    expect(found.toSorted()).toEqual([
      ['one', 'POST /v1/slow', 6, 6],
      ['one', 'contact.find', 2, 0],
      ['one', 'contact.verify', 1, 0],
      ['two', 'POST /v1/slow', 1, 0],
    ])
  })

  it('does not count a skipped provider', async () => {
    await write([{ outcome: 'rate_limited', ageSeconds: 5, called: 0 }])
    expect(await record()).toBeUndefined()
  })

  it('does not include a call that has not ended', async () => {
    const runId = await buildRun(db, { workspaceId, environment: 'live' }, { status: 'running' })
    expect([typeof runId, await record('sandbox-alpha')]).toEqual(['string', undefined])
  })
})
