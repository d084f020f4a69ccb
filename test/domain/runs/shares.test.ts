import { describe, expect, it } from '@jest/globals'
import {
  type Held,
  nextSlotInQueue,
  type ShareBound,
  shareRefusedBy,
  sharesOf,
  stepOf,
  WAIT_MS_MAX,
} from '../../../domain/runs/shares.ts'

const NOTHING: Held = { lane: 0, sandbox: 0, workspace: 0, account: 0, workspace_at_account: 0 }
const live = { shares: 100, environment: 'live', atAccount: true } as const
const sandbox = { shares: 100, environment: 'test', atAccount: true } as const

describe('the slots of a worker', () => {
  it('leave workflow tasks for the steps that do not wait, and activities for those that wait for a slot', () => {
    const slots = { workflowTasks: 300, localActivities: 600, activities: 300 }
    const shares = sharesOf(slots)
    expect(shares.quick + shares.calls + shares.inbound).toBeLessThan(slots.workflowTasks)
    expect(shares.slow).toBeLessThan(slots.activities)
    expect(Object.values(sharesOf({ workflowTasks: 2, localActivities: 2, activities: 1 }))).toEqual([1, 1, 1, 1])
  })
})

describe('a slot', () => {
  it.each<
    [
      string,
      ShareBound | null,
      Partial<Held>,
      typeof live | typeof sandbox | { shares: number; environment: null; atAccount: boolean },
    ]
  >([
    ['an idle worker', null, {}, live],
    ['a full lane', 'lane', { lane: 100 }, live],
    ['the last one, for a newcomer', null, { lane: 99 }, live],

    ['a workspace alone, up to half', null, { lane: 49, workspace: 49 }, live],
    ['a workspace alone, beyond half', 'workspace', { lane: 50, workspace: 50 }, live],
    ['a workspace with a third of the lane next to another', 'workspace', { lane: 67, workspace: 33 }, live],
    ['a bystander next to two that hold all they may', null, { lane: 67 }, live],

    ['an account with half of the lane', 'account', { lane: 50, account: 50 }, live],
    ['another account meanwhile', null, { lane: 50 }, live],
    [
      'one workspace at one account, up to a quarter',
      null,
      { lane: 24, workspace: 24, account: 24, workspace_at_account: 24 },
      live,
    ],
    [
      'one workspace at one account, beyond it',
      'workspace_at_account',
      { lane: 25, workspace: 25, account: 25, workspace_at_account: 25 },
      live,
    ],
    ['another workspace at that account', null, { lane: 25, account: 25 }, live],

    ['the sandbox, up to half', null, { lane: 49, sandbox: 49 }, sandbox],
    ['the sandbox, beyond half, in an idle worker', 'sandbox', { lane: 50, sandbox: 50 }, sandbox],
    ['a live attempt next to a full sandbox', null, { lane: 50, sandbox: 50 }, live],
    [
      'one workspace of the sandbox, beyond half of that',
      'workspace',
      { lane: 25, sandbox: 25, workspace: 25 },
      sandbox,
    ],
    ['another workspace of the sandbox meanwhile', null, { lane: 25, sandbox: 25 }, sandbox],
    ['the sandbox where live work fills the lane', 'workspace', { lane: 99, sandbox: 1, workspace: 1 }, sandbox],
    ['a simulated account, which belongs to no provider', null, { lane: 10, sandbox: 10, account: 100 }, sandbox],

    [
      'work without an environment and without a provider call',
      null,
      { lane: 10, workspace: 10, account: 100, workspace_at_account: 100 },
      { shares: 100, environment: null, atAccount: false },
    ],
  ])('for %s: refused by %s', (_, refusedBy, held, wanted) => {
    expect(shareRefusedBy(wanted, { ...NOTHING, ...held })).toBe(refusedBy)
  })

  it('is left for the next one, after six that took as many as they could', () => {
    let lane = 0
    for (let greedy = 1; greedy <= 6; greedy += 1) {
      let workspace = 0
      while (shareRefusedBy(live, { ...NOTHING, lane, workspace }) === null) {
        workspace += 1
        lane += 1
      }
      expect(workspace).toBeGreaterThanOrEqual(1)
      expect(shareRefusedBy(live, { ...NOTHING, lane })).toBeNull()
    }
  })
})

describe('a position in the queue', () => {
  /** The delays of a number of steps that are refused one after the other. */
  function comeBack(waiting: number, stepMs: number): number[] {
    let last = 0
    return Array.from({ length: waiting }, () => {
      const place = nextSlotInQueue(last, { now: 1_000, stepMs })
      last = place.slotAt
      return place.afterMs
    })
  }

  it('is one step after the one before it, and never sooner than in a second', () => {
    expect(comeBack(3, 2_000)).toEqual([2_000, 4_000, 6_000])
    expect(comeBack(3, 100)).toEqual([1_000, 1_000, 1_000])
  })

  it('begins again once the queue is empty', () => {
    expect(nextSlotInQueue(500, { now: 90_000, stepMs: 2_000 })).toEqual({ afterMs: 2_000, slotAt: 92_000 })
  })

  it('keeps 1,500 waiting steps below 40 requests a second, in any second', () => {
    const back = comeBack(1_500, stepOf(20_000, 135))
    expect(Math.max(...back)).toBeLessThanOrEqual(WAIT_MS_MAX)
    const bySecond = new Map<number, number>()
    for (const ms of back) bySecond.set(Math.floor(ms / 1_000), (bySecond.get(Math.floor(ms / 1_000)) ?? 0) + 1)
    expect(Math.max(...bySecond.values())).toBeLessThan(40)
  })

  it('is computed with one slot where none is held', () => {
    expect([stepOf(5_000, 0), stepOf(5_000, 5)]).toEqual([5_000, 1_000])
  })
})
