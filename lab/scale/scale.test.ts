import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { readWorkerSize } from '../../domain/settings/worker-size.ts'
import { limits } from './limits.ts'
import { PER_RUN, PROCESS } from './measured.ts'
import { postgresNeed, processNeed, temporalNeed } from './model.ts'
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
