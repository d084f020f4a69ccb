import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Caller } from '../../../domain/shares/caller.ts'
import { createFairQueue, type FairQueue, type Offered } from '../../../domain/shares/fair-queue.ts'
import { type Permit, keptPermits } from '../../../domain/shares/permits.ts'

/** A moment in which all callers are present. */
const still = (): number => 0
const LIMITS = { permits: 8, waitingMax: 1_000, waitingOfCallerMax: 1_000 }
const live = (key: string): Caller => ({ key, environment: 'live' })
const sandbox = (key: string): Caller => ({ key, environment: 'test' })

let ids = 0
/** Offers a number of items of one caller. Each item is the caller's key. */
function offer(queue: FairQueue<string>, caller: Caller, count: number): Offered[] {
  return Array.from({ length: count }, () => queue.offer(caller, `${caller.key} ${(ids += 1)}`, caller.key))
}
const placesIn = (offered: readonly Offered[]): Permit[] =>
  offered.flatMap((one) => (one.kind === 'now' ? [one.permit] : []))

/**
 * Releases one permit after the other, the oldest first, until the queue is empty; returns the order in which the
 * others got theirs.
 */
function workOff(queue: FairQueue<string>, taken: readonly Permit[]): string[] {
  const order: string[] = []
  const permits = [...taken]
  for (let permit = permits.shift(); permit !== undefined && queue.waitingCount > 0; permit = permits.shift()) {
    for (const admitted of queue.release(permit)) {
      order.push(admitted.item)
      permits.push(admitted.permit)
    }
  }
  return order
}

describe('the permits', () => {
  it.each<[permits: number, live: number, newcomers: number]>([
    [1, 0, 0],
    [2, 1, 0],
    [3, 1, 1],
    [4, 1, 1],
    [8, 2, 1],
    [16, 4, 1],
  ])('of %i in all: %i only for live, %i only for a caller that has none', (permits, liveRoom, newcomers) => {
    expect(keptPermits(permits)).toEqual({ live: liveRoom, newcomers })
  })

  it.each<[what: string, callers: readonly (readonly [Caller, number])[], taken: readonly number[]]>([
    ['one live caller takes all but the one for newcomers', [[live('a'), 20]], [7]],
    ['one sandbox caller also leaves the part for live', [[sandbox('a'), 20]], [5]],
    [
      'a second live caller gets a permit though the first wants all',
      [
        [live('a'), 20],
        [live('b'), 1],
      ],
      [7, 1],
    ],
    [
      'a second sandbox caller does too',
      [
        [sandbox('a'), 20],
        [sandbox('b'), 1],
      ],
      [5, 1],
    ],
    [
      'live callers have a part that the sandbox cannot take',
      [
        [sandbox('a'), 20],
        [sandbox('b'), 20],
        [live('c'), 20],
      ],
      [5, 1, 2],
    ],
    [
      'the sandbox of a workspace is another caller than the workspace live',
      [
        [live('a'), 20],
        [sandbox('a'), 20],
      ],
      [7, 1],
    ],
  ])('%s', (_what, callers, taken) => {
    const queue = createFairQueue<string>(LIMITS, still)
    expect(callers.map(([caller, count]) => placesIn(offer(queue, caller, count)).length)).toEqual(taken)
  })

  it('can be limited for one caller, whose further items are then skipped', () => {
    const queue = createFairQueue<string>({ ...LIMITS, permitsOfCaller: 4 }, still)
    const taken = [
      ...placesIn(offer(queue, live('a'), 6)),
      ...placesIn(offer(queue, live('b'), 4)),
      ...placesIn(offer(queue, live('c'), 1)),
    ]
    // The first was alone; the second is not, and has half of what a caller may have alone.
    expect(taken.map(({ caller }) => caller.key).join(' ')).toBe('a a a a b b c')
    expect(workOff(queue, taken)).toEqual(['a', 'a', 'b', 'b'])
  })

  it('go to a caller that is alone as long as there are any, and to waiting ones as they become free', () => {
    const queue = createFairQueue<string>({ ...LIMITS, permits: 2 }, still)
    const taken = placesIn(offer(queue, live('a'), 5))
    expect([taken.length, queue.counts.waiting.live]).toEqual([2, 3])
    expect(workOff(queue, taken)).toEqual(['a', 'a', 'a'])
    expect(queue.counts.waiting).toEqual({ live: 0, test: 0 })
  })
})

describe('half of the permits', () => {
  it('are the most that a caller has while there are others, and for a second afterwards', () => {
    let now = 0
    const queue = createFairQueue<string>(LIMITS, () => now)
    const greedy = placesIn(offer(queue, live('greedy'), 20))
    expect(greedy).toHaveLength(7)
    const [other] = placesIn(offer(queue, live('other'), 1))
    if (other === undefined) throw new Error('a newcomer has no permit')
    const admittedAfter = (permit: Permit | undefined): number =>
      permit === undefined ? 0 : queue.release(permit).length
    expect(admittedAfter(other)).toBe(0)
    // Seven are more than half: three are released before another item begins.
    expect(greedy.slice(0, 4).map(admittedAfter)).toEqual([0, 0, 0, 1])
    now = 1_001
    expect(admittedAfter(greedy[4])).toBe(4)
  })

  it('are fewer where the queue states it, and a caller without permits counts among the others', () => {
    const queue = createFairQueue<string>({ ...LIMITS, permits: 8, permitsWithOthers: 2 }, still)
    queue.seen(live('elsewhere'))
    const taken = placesIn(offer(queue, live('greedy'), 9))
    expect(taken).toHaveLength(2)
    expect(taken.map((permit) => queue.release(permit).length)).toEqual([1, 1])
  })

  it('of three are one', () => {
    const queue = createFairQueue<string>({ ...LIMITS, permits: 3 }, still)
    const [first, second] = placesIn(offer(queue, live('greedy'), 9))
    offer(queue, live('other'), 1)
    expect([first, second].map((permit) => (permit === undefined ? null : queue.release(permit).length))).toEqual([
      0, 1,
    ])
  })
})

describe('a caller that has been alone for a minute', () => {
  const ALONE = { ...LIMITS, permits: 3, permitsAlone: 24 }

  it.each([live('only'), sandbox('only')])('has the permits of one that is alone, also in the sandbox: %j', (only) => {
    expect(placesIn(offer(createFairQueue<string>(ALONE, still), only, 30))).toHaveLength(24)
  })

  it('gets no more than others as soon as another one comes, whose first item begins at once', () => {
    let now = 0
    const queue = createFairQueue<string>(ALONE, () => now)
    const taken = placesIn(offer(queue, live('greedy'), 60))
    const [first] = placesIn(offer(queue, live('other'), 1))
    expect(first?.reserved).toBe(true)
    expect(placesIn(offer(queue, live('other'), 1))).toEqual([])
    const [last, ...others] = taken.map((permit) => queue.release(permit).map(({ item }) => item)).toReversed()
    expect([others.flat(), last]).toEqual([[], ['greedy']])
    if (first === undefined) throw new Error('the newcomer has no permit')
    expect(queue.release(first).map(({ item }) => item)).toEqual(['other'])
    now = 59_999
    expect(placesIn(offer(queue, live('greedy'), 1))).toEqual([])
  })

  it('is one again a minute after the last of others, when nothing of theirs is under way', () => {
    let now = 0
    const queue = createFairQueue<string>(ALONE, () => now)
    const [other] = placesIn(offer(queue, live('other'), 1))
    now = 60_000
    expect(placesIn(offer(queue, live('only'), 30))).toHaveLength(1)
    if (other === undefined) throw new Error('the other one has no permit')
    expect(queue.release(other)).toHaveLength(23)
  })
})

describe('the order', () => {
  const ordered = (...callers: readonly (readonly [Caller, number])[]): string => {
    const queue = createFairQueue<string>(LIMITS, still)
    const taken = placesIn([...offer(queue, live('first'), 7), ...offer(queue, live('second'), 1)])
    for (const [caller, count] of callers) offer(queue, caller, count)
    return workOff(queue, taken).join(' ')
  }

  it.each<[what: string, callers: readonly (readonly [Caller, number])[], order: string]>([
    [
      'one caller after the other, regardless of their numbers',
      [
        [live('a'), 4],
        [live('b'), 2],
        [live('c'), 1],
      ],
      'a b c a b a a',
    ],
    [
      'live before the sandbox',
      [
        [sandbox('s'), 2],
        [live('a'), 2],
      ],
      'a a s s',
    ],
    [
      'the sandbox gets every fourth permit',
      [
        [sandbox('s'), 2],
        [live('a'), 4],
        [live('b'), 3],
      ],
      'a b a s b a b s a',
    ],
  ])('%s', (_what, callers, order) => {
    expect(ordered(...callers)).toBe(order)
  })

  it('passes over what was removed from the queue', () => {
    const queue = createFairQueue<string>({ ...LIMITS, permits: 1 }, still)
    const [permit] = placesIn(offer(queue, live('a'), 1))
    for (const id of ['one', 'two', 'three']) queue.offer(live('a'), id, id)
    expect([
      queue.remove('one'),
      queue.remove('three'),
      queue.remove('three'),
      queue.waits('one'),
      queue.waits('two'),
    ]).toEqual(['one', 'three', undefined, false, true])
    expect(workOff(queue, permit === undefined ? [] : [permit])).toEqual(['two'])
  })
})

describe('the queue is bounded', () => {
  it('for each caller', () => {
    const queue = createFairQueue<string>({ permits: 1, waitingMax: 100, waitingOfCallerMax: 2 }, still)
    expect(offer(queue, live('a'), 4).map(({ kind }) => kind)).toEqual(['now', 'waits', 'waits', 'full'])
    expect(offer(queue, live('b'), 3).map(({ kind }) => kind)).toEqual(['waits', 'waits', 'full'])
  })

  it('in all; a queue that is full of others takes a few of each caller', () => {
    const queue = createFairQueue<string>({ permits: 1, waitingMax: 20, waitingOfCallerMax: 20 }, still)
    offer(queue, live('a'), 21)
    expect(offer(queue, live('a'), 1)).toEqual([{ kind: 'full' }])
    expect(offer(queue, live('b'), 11).map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 10 }, () => 'waits'),
      'full',
    ])
  })

  it('in all and exactly, where a full queue refuses every caller', () => {
    const queue = createFairQueue<string>(
      { permits: 1, waitingMax: 20, waitingOfCallerMax: 20, waitingOfCallerInFull: 0 },
      still,
    )
    offer(queue, live('a'), 21)
    expect(offer(queue, live('b'), 1)).toEqual([{ kind: 'full' }])
    expect(queue.waitingCount).toBe(20)
  })
})

type Step =
  | { readonly do: 'offer'; readonly caller: Caller }
  | { readonly do: 'release' | 'remove'; readonly which: number }

const callers = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  environment: fc.constantFrom('live' as const, 'test' as const),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: callers.map((caller) => ({ do: 'offer' as const, caller })) },
  { weight: 3, arbitrary: fc.nat(1_000).map((which) => ({ do: 'release' as const, which })) },
  { weight: 1, arbitrary: fc.nat(1_000).map((which) => ({ do: 'remove' as const, which })) },
)

/** Executes the steps and checks the state after each of them. */
function play(permits: number, steps: readonly Step[], permitsOfCaller = permits) {
  const queue = createFairQueue<string>(
    { permits: permits, permitsOfCaller: permitsOfCaller, waitingMax: 1_000, waitingOfCallerMax: 1_000 },
    still,
  )
  const taken: Permit[] = []
  const waiting = new Map<string, Caller>()
  const had = new Map<string, number>()
  const begin = (id: string, permit: Permit): void => {
    had.set(id, (had.get(id) ?? 0) + 1)
    taken.push(permit)
  }
  steps.forEach((one, index) => {
    const id = String(index)
    if (one.do === 'offer') {
      const offered = queue.offer(one.caller, id, id)
      if (offered.kind === 'now') begin(id, offered.permit)
      else waiting.set(id, one.caller)
    } else if (one.do === 'release' && taken.length > 0) {
      const [permit] = taken.splice(one.which % taken.length, 1)
      for (const admitted of permit === undefined ? [] : queue.release(permit)) {
        waiting.delete(admitted.item)
        begin(admitted.item, admitted.permit)
      }
    } else if (one.do === 'remove' && waiting.size > 0) {
      const [gone] = [...waiting.keys()].slice(one.which % waiting.size)
      expect(queue.remove(gone ?? '')).toBe(gone)
      waiting.delete(gone ?? '')
    }
    expect(taken.length).toBeLessThanOrEqual(permits)
    const ofCallers = Object.values(Object.groupBy(taken, ({ caller }) => `${caller.environment} ${caller.key}`))
    expect(Math.max(0, ...ofCallers.map((some) => some?.length ?? 0))).toBeLessThanOrEqual(permitsOfCaller)
    expect(taken.filter(({ caller }) => caller.environment === 'test').length).toBeLessThanOrEqual(
      Math.max(1, permits - keptPermits(permits).live),
    )
    expect(queue.counts.taken.live + queue.counts.taken.test).toBe(taken.length)
    expect([...queue.waiting()].map(([waits]) => waits).toSorted()).toEqual([...waiting.keys()].toSorted())
    expect(queue.waitingCount).toBe(waiting.size)
  })
  return { queue, taken, waiting, had }
}

describe('any order of offers, releases and removals', () => {
  it('grants no more permits than there are, and no item gets two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(step, { maxLength: 120 }),
        fc.integer({ min: 1, max: 9 }),
        (permits, steps, ofCaller) => {
          const { had } = play(permits, steps, ofCaller)
          expect([...had.values()].every((times) => times === 1)).toBe(true)
        },
      ),
    )
  })

  it('grants a permit to each waiting item after a bounded number of releases: no caller starves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(step, { maxLength: 120 }),
        callers,
        (permits, steps, late) => {
          const { queue, taken, waiting } = play(permits, steps)
          const ahead = [...waiting.values()].filter(
            ({ key, environment }) => key === late.key && environment === late.environment,
          ).length
          const offered = queue.offer(late, 'late', 'late')
          if (offered.kind === 'now') return
          // An endless flood of all other callers: after each release, more of them wait.
          const everybody = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((key) => [live(key), sandbox(key)])
          const rounds = ahead + 1
          const turnsMax = rounds * everybody.length * 4 + permits
          let turns = 0
          let number = 0
          const refill = (): void => {
            for (const caller of everybody) {
              const more = queue.offer(caller, `more ${(number += 1)}`, 'more')
              if (more.kind === 'now') taken.push(more.permit)
            }
          }
          while (queue.waits('late')) {
            expect((turns += 1)).toBeLessThanOrEqual(turnsMax)
            refill()
            // The oldest first: every permit is released at some time.
            const permit = taken.shift()
            if (permit !== undefined) taken.push(...queue.release(permit).map((admitted) => admitted.permit))
          }
        },
      ),
    )
  })
})
