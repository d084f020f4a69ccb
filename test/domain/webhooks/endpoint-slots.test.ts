import { describe, expect, it } from '@jest/globals'
import {
  ATTEMPTS_AT_ONCE_MAX,
  type EndpointTraffic,
  FAILING_AT_ONCE_MAX,
  latencyAfter,
  laterSlot,
  SLOW_AT_ONCE_MAX,
  type RequestedSlot,
  decideSlot,
  WAITING_MAX,
} from '../../../domain/webhooks/endpoint-slots.ts'

const NOW = 1_000_000
const traffic = (underway: number, more: Partial<EndpointTraffic> = {}): EndpointTraffic => ({
  underway,
  waiting: 0,
  stuck: false,
  latencyMs: 1_000,
  lastSlotAt: 0,
  ...more,
})
const request = (more: Partial<RequestedSlot> = {}): RequestedSlot => ({
  failing: false,
  test: false,
  failingUnderway: 0,
  slowUnderway: 0,
  now: NOW,
  ...more,
})

describe('an attempt at an endpoint', () => {
  it.each<[string, EndpointTraffic, RequestedSlot, 'now' | 'soon' | 'later']>([
    ['no attempt is under way', traffic(0), request(), 'now'],
    ['a healthy one has room', traffic(ATTEMPTS_AT_ONCE_MAX.healthy - 1), request(), 'now'],
    ['a healthy one is full', traffic(ATTEMPTS_AT_ONCE_MAX.healthy), request(), 'soon'],
    [
      'a healthy one is full and many wait',
      traffic(ATTEMPTS_AT_ONCE_MAX.healthy, { waiting: WAITING_MAX }),
      request(),
      'later',
    ],
    [
      'a healthy one is full and has not answered for a while',
      traffic(ATTEMPTS_AT_ONCE_MAX.healthy, { stuck: true }),
      request(),
      'later',
    ],
    ['a failing one has room', traffic(1), request({ failing: true }), 'now'],
    ['a failing one is full', traffic(2), request({ failing: true }), 'later'],
    ['it has begun to fail with many under way', traffic(20), request({ failing: true }), 'later'],
    [
      'all failing ones together are full',
      traffic(0),
      request({ failing: true, failingUnderway: FAILING_AT_ONCE_MAX }),
      'later',
    ],
    [
      'all failing ones are full and it is healthy',
      traffic(0),
      request({ failingUnderway: FAILING_AT_ONCE_MAX }),
      'now',
    ],
    ['a slow one has room', traffic(ATTEMPTS_AT_ONCE_MAX.healthy - 1, { latencyMs: 9_000 }), request(), 'now'],
    ['a slow one is full', traffic(ATTEMPTS_AT_ONCE_MAX.healthy, { latencyMs: 9_000 }), request(), 'later'],
    [
      'all slow ones together are full',
      traffic(0, { latencyMs: 9_000 }),
      request({ slowUnderway: SLOW_AT_ONCE_MAX }),
      'later',
    ],
    ['all slow ones are full and it is quick', traffic(0), request({ slowUnderway: SLOW_AT_ONCE_MAX }), 'now'],
    [
      'a full failing one is tested',
      traffic(2),
      request({ failing: true, test: true, failingUnderway: FAILING_AT_ONCE_MAX }),
      'now',
    ],
    ['a full failing one is tested by many', traffic(4), request({ failing: true, test: true }), 'later'],
  ])('when %s', (_when, endpoint, decision, kind) => {
    expect(decideSlot(endpoint, decision).kind).toBe(kind)
  })

  it('waits as long as those before it take, a second at least and ten minutes at most', () => {
    const waits: number[] = []
    let endpoint = traffic(2, { latencyMs: 10_000 })
    for (let index = 0; index < 200; index += 1) {
      const decision = decideSlot(endpoint, request({ failing: true }))
      if (decision.kind !== 'later') throw new Error('there is no room')
      waits.push(decision.afterMs)
      endpoint = { ...endpoint, lastSlotAt: decision.slotAt }
    }
    expect(waits.slice(0, 3)).toEqual([5_000, 10_000, 15_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(laterSlot(traffic(20, { latencyMs: 10 }), request())).toMatchObject({ afterMs: 1_000 })
  })

  it('finds an empty queue once the last of it has begun', () => {
    expect(decideSlot(traffic(2, { latencyMs: 10_000, lastSlotAt: NOW - 1 }), request({ failing: true }))).toEqual({
      kind: 'later',
      afterMs: 5_000,
      slotAt: NOW + 5_000,
    })
  })
})

describe('the recent duration of attempts', () => {
  it('follows the newest ones', () => {
    expect(latencyAfter(1_000, 1_000)).toBe(1_000)
    expect([1, 2, 3, 4, 5, 6, 7, 8].reduce((latency) => latencyAfter(latency, 10_000), 100)).toBeGreaterThan(9_000)
    expect(latencyAfter(100, 10_000)).toBeLessThan(3_000)
  })
})
