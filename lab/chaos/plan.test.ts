import { describe, expect, it } from '@jest/globals'
import { MARKER, planOperations, requestOf, type RunOperation } from './load/operations.ts'
import { FAULTS, faultsNamed, planFaults } from './plan.ts'
import { randomOf } from '../../test/support/random.ts'

const firstFaults = (seed: number, count: number): (string | number)[][] => {
  const plan = planFaults(randomOf(seed).fork('faults'), FAULTS)
  return Array.from({ length: count }, () => {
    const { fault, pauseSeconds, random } = plan.next().value
    return [fault.name, pauseSeconds, random.int(0, 1_000_000)]
  })
}

describe('a plan', () => {
  it('has operations that its seed determines', () => {
    const of = (seed: number) => planOperations(randomOf(seed), 600)
    expect(of(1)).toEqual(of(1))
    expect(of(1)).not.toEqual(of(2))
  })

  it('has faults and parameters that its seed determines', () => {
    expect(firstFaults(1, 100)).toEqual(firstFaults(1, 100))
    expect(firstFaults(1, 100)).not.toEqual(firstFaults(2, 100))
  })

  it('uses every fault before it repeats one', () => {
    expect(new Set(firstFaults(3, FAULTS.length).map(([name]) => name)).size).toBe(FAULTS.length)
  })

  it('offers 3 to 4 operations a second of every kind, three quarters of the runs live, under separate markers', () => {
    const operations = planOperations(randomOf(1), 600)
    expect(operations).toHaveLength(2_100)
    expect(operations.at(-1)?.atMs).toBeLessThan(600_000)
    const runs = operations.filter((operation): operation is RunOperation => operation.what === 'run')
    const live = runs.filter(({ environment }) => environment === 'live').length / runs.length
    expect(Math.abs(live - 0.75)).toBeLessThan(0.05)
    expect(new Set(runs.map(({ kind }) => kind)).size).toBe(10)
    expect(new Set(runs.map(({ marker }) => marker)).size).toBe(runs.length)
    expect(runs.filter((run) => MARKER.exec(JSON.stringify(requestOf(run)))?.[0] !== run.marker)).toEqual([])
    expect(runs.filter(({ keyed, manner }) => !keyed && (manner === 'repeat' || manner === 'lose the answer'))).toEqual(
      [],
    )
  })
})

describe('faults', () => {
  it('have unique names, by which a developer selects them', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
    expect(faultsNamed('SPLIT BRAIN')).toHaveLength(3)
    expect(faultsNamed(null)).toBe(FAULTS)
    expect(() => faultsNamed('volcano')).toThrow('--list')
  })

  it('name the reason when this machine does not allow them', () => {
    const disk = faultsNamed('disk')[0]?.missing
    expect([
      disk?.({ walDisk: 'no root' }, {}),
      faultsNamed('clock')[0]?.missing?.({ walDisk: '' }, { LIBFAKETIME: '/nowhere' }),
    ]).toEqual(['no root', expect.stringContaining('libfaketime is not installed')])
  })
})
