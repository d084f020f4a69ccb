import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { leased } from '../../../api/limits/leased.ts'
import type { Limiter } from '../../../api/limits/limiter.ts'
import { aMinute, createOwnLimiter } from '../../../api/limits/rate-limits.ts'
import { numRunsFor } from '../../support/seed.ts'

/** The shared count of a limit, and how often replicas have used it. */
function sharedCount(limit: number): { readonly limiter: Limiter; readonly roundTrips: () => number } {
  const store = createOwnLimiter(aMinute('requests', limit))
  let trips = 0
  return {
    limiter: {
      ...store,
      consume(key, points) {
        trips += 1
        return store.consume(key, points)
      },
    },
    roundTrips: () => trips,
  }
}

const isPermitted = (limiter: Limiter, key = 'key', points = 1): Promise<boolean> =>
  limiter.consume(key, points).then(
    () => true,
    () => false,
  )

/** One call after another; returns how many were permitted. */
async function permitted(calls: number, replicaOf: (call: number) => Limiter): Promise<number> {
  let count = 0
  for (let call = 0; call < calls; call += 1) if (await isPermitted(replicaOf(call))) count += 1
  return count
}

describe('a limit whose points are taken ahead', () => {
  it('costs few round trips, and reports what is left exactly', async () => {
    const { limiter, roundTrips } = sharedCount(12_000)
    const replica = leased(limiter)
    for (let call = 1; call <= 300; call += 1)
      expect((await replica.consume('key')).remainingPoints).toBe(12_000 - call)
    expect(roundTrips()).toBeLessThan(12)
  })

  it('permits one process exactly its number of calls', async () => {
    const replica = leased(sharedCount(2_000).limiter)
    expect(await permitted(2_100, () => replica)).toBe(2_000)
  })

  it('permits parallel calls exactly that number too', async () => {
    const replica = leased(sharedCount(2_000).limiter)
    const calls = await Promise.all(Array.from({ length: 2_100 }, () => isPermitted(replica)))
    // A refused lease of several points takes the last ones with it.
    const count = calls.filter(Boolean).length
    expect(count).toBeLessThanOrEqual(2_000)
    expect(count).toBeGreaterThan(1_990)
  })

  it('never permits several processes more than the limit, and little less', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.record({ replica: fc.nat(3), points: fc.integer({ min: 1, max: 9 }) }), { minLength: 50 }),
        async (limit, calls) => {
          const { limiter } = sharedCount(limit)
          const replicas = Array.from({ length: 4 }, () => leased(limiter))
          let used = 0
          for (let round = 0; round < 20; round += 1)
            for (const { replica, points } of calls)
              if (await isPermitted(replicas[replica] ?? limiter, 'key', points)) used += points
          expect(used).toBeLessThanOrEqual(limit)
          // Each call here takes up to nine points, and the first refused one is counted as well.
          expect(used).toBeGreaterThanOrEqual(limit - 9 - 4 * (limit / 200 + 9))
        },
      ),
      { numRuns: numRunsFor(200) },
    )
  })

  it('counts each call of a small limit by itself, over all processes', async () => {
    const { limiter, roundTrips } = sharedCount(100)
    const replicas = [leased(limiter), leased(limiter)]
    expect(await permitted(150, (call) => replicas[call % 2] ?? limiter)).toBe(100)
    expect(roundTrips()).toBe(150)
  })

  it('counts callers apart', async () => {
    const replica = leased(sharedCount(1_000).limiter)
    await permitted(1_000, () => replica)
    expect([await isPermitted(replica), await isPermitted(replica, 'another')]).toEqual([false, true])
  })

  it('uses no points of a window that has ended', async () => {
    let atMs = 0
    const { limiter, roundTrips } = sharedCount(12_000)
    const replica = leased(limiter, () => atMs)
    await permitted(4, () => replica)
    const before = roundTrips()
    expect(await permitted(3, () => replica)).toBe(3)
    expect(roundTrips()).toBe(before)
    atMs = 60_001
    await isPermitted(replica)
    expect(roundTrips()).toBe(before + 1)
  })

  it('forgets callers before they fill the memory', async () => {
    const { limiter, roundTrips } = sharedCount(12_000)
    const replica = leased(limiter)
    for (let call = 0; call < 4; call += 1) await replica.consume('early')
    for (let caller = 0; caller < 10_000; caller += 1) await replica.consume(`caller ${caller}`)
    const before = roundTrips()
    await replica.consume('early')
    expect(roundTrips()).toBe(before + 1)
  })
})
