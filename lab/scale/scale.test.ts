import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { readWorkerSize } from '../../domain/settings/worker-size.ts'
import { limits } from './limits.ts'
import { PER_RUN, PROCESS } from './measured.ts'
import { postgresNeed, processNeed, temporalNeed } from './model.ts'
import { give, simulate, spend, take, use } from './queueing.ts'
import { checkRuns, checkWallet, simulateRuns } from './scenarios.ts'
import { scaleTables } from './tables.ts'

const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { manifests } = loadKnownProviders({})

describe('the paper', () => {
  it('shows the tables that the program prints, every one of them', () => {
    const shown = Object.fromEntries(
      [...source('lab/SCALE.md').matchAll(/<!-- ([a-z ]+) -->\n([^<]+)\n<!-- end -->/g)].map(
        ([, name = '', text = '']) => [name, text],
      ),
    )
    expect(shown).toEqual(scaleTables(manifests))
  })

  it('names the pools, slots and graces that the code has', () => {
    expect(source('api/main.ts')).toContain(`const POOL_MAX_DEFAULT = ${PROCESS.poolMax}\n`)
    expect(readWorkerSize({})).toMatchObject({
      poolMax: PROCESS.poolMax,
      slots: { workflowTasks: PROCESS.workflowTaskSlots },
    })
  })

  it('names the limits in the order in which they break', () => {
    const all = limits(manifests)
    expect(all.map(({ runsPerSecond }) => runsPerSecond)).toEqual(
      all.map(({ runsPerSecond }) => runsPerSecond).toSorted((a, b) => a - b),
    )
    const [outside, , first, second] = all
    expect([outside?.of, first?.name, second?.name]).toEqual([
      'one provider',
      'the disk of one PostgreSQL (32 TB) after a year',
      'max_connections of PostgreSQL by default (100)',
    ])
    expect(
      all
        .filter(({ of }) => of === 'the deployment')
        .slice(0, 2)
        .map(({ name }) => name.split(' ')[0]),
    ).toEqual(['the', 'max_connections'])
  })
})

describe('the model', () => {
  it('has enough of everything, and two of each process that answers', () => {
    for (const rate of [0.1, 1, 76, 100, 1_000, 5_000]) {
      const { apiReplicas, workerReplicas, slots } = processNeed(rate)
      expect(Math.min(apiReplicas, workerReplicas)).toBeGreaterThanOrEqual(2)
      expect(apiReplicas * PROCESS.apiCoresMost).toBeGreaterThan((rate * PER_RUN.cpuMs.api) / 1_000)
      expect(workerReplicas * PROCESS.workerCoresMost).toBeGreaterThan((rate * PER_RUN.cpuMs.worker) / 1_000)
      expect(workerReplicas * PROCESS.workflowTaskSlots).toBeGreaterThan(slots)
      expect(postgresNeed(rate).connections).toBeGreaterThan(postgresNeed(rate).busy)
      expect(Math.log2(temporalNeed(rate).shards) % 1).toBe(0)
    }
  })
})

describe('the simulation', () => {
  const arrivals = { kind: 'open', perSecond: 80 } as const
  const jobs = 60_000

  it('has the same result for the same seed, and another for another', () => {
    const once = (seed: number): unknown =>
      simulate({ seed, places: { desk: 1 }, steps: () => use('desk', 10), arrivals, jobs: 2_000 })
    expect(once(1)).toEqual(once(1))
    expect(once(1)).not.toEqual(once(2))
  })

  it('agrees with known queues: one desk by chance, and one of fixed time', () => {
    const byChance = simulate({ seed: 7, places: { desk: 1 }, steps: () => use('desk', 10), arrivals, jobs })
    const fixed = simulate({ seed: 7, places: { desk: 1 }, steps: () => use('desk', 10, 'fixed'), arrivals, jobs })
    // M/M/1: 10 / (1 - 0.8); M/D/1: 10 + 10 * 0.8 / (2 * (1 - 0.8)).
    expect(Math.abs(byChance.meanMs / 50 - 1)).toBeLessThan(0.15)
    expect(Math.abs(fixed.meanMs / 30 - 1)).toBeLessThan(0.1)
    expect(Math.abs((byChance.used['desk'] ?? 0) - 0.8)).toBeLessThan(0.03)
  })

  it("obeys Little's law: the number inside is the arrivals, times how long they stay", () => {
    const { perSecond, meanMs, used } = simulate({
      seed: 3,
      places: { slots: 500, desk: 4 },
      steps: () => [take('slots'), ...use('desk', 20), spend(900), give('slots')],
      arrivals: { kind: 'open', perSecond: 100 },
      jobs: 20_000,
    })
    expect(Math.abs((perSecond * meanMs) / 1_000 / ((used['slots'] ?? 0) * 500) - 1)).toBeLessThan(0.05)
  })

  it('serves in order of arrival, and releases every slot', () => {
    const { meanMs, p95Ms, perSecond } = simulate({
      seed: 1,
      places: { desk: 2 },
      steps: () => use('desk', 10, 'fixed'),
      arrivals: { kind: 'closed', atOnce: 20 },
      jobs: 2_000,
    })
    expect([meanMs, p95Ms]).toEqual([100, 100])
    expect(Math.abs(perSecond / 200 - 1)).toBeLessThan(0.01)
  })

  it('does what waits for a batcher together, and no more than a batch may hold', () => {
    const at = (sizeMax: number) =>
      simulate({
        seed: 1,
        places: { desk: 1 },
        steps: () => [{ kind: 'together', batcher: 'one', sizeMax, steps: (size) => use('desk', 10 + size, 'fixed') }],
        arrivals: { kind: 'closed', atOnce: 40 },
        jobs: 20_000,
      }).perSecond
    // The first alone and 39 together, in 11 and 49 ms; ten in 20 ms.
    expect(Math.abs(at(50) / 667 - 1)).toBeLessThan(0.05)
    expect(Math.abs(at(10) / 500 - 1)).toBeLessThan(0.05)
  })

  it('lets no customer with half of a thousand runs a second slow the others down', () => {
    const p95Of = (ofOneWallet: number) => simulateRuns({ name: '', perSecond: 1_000, ofOneWallet }).p95Ms
    expect(p95Of(0.5) / p95Of(0)).toBeLessThan(1.2)
  })

  it('finds what was measured of one wallet, and of whole runs, within a factor of two, from other points', () => {
    for (const { simulated, measured } of [checkWallet(), checkRuns()]) {
      expect(simulated / measured).toBeGreaterThan(0.5)
      expect(simulated / measured).toBeLessThan(2)
    }
  })
})
