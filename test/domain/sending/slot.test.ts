import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { limitsOf, NO_SENDING_POLICY, type ChannelLimits, type Limits } from '../../../domain/sending/policy.ts'
import { localDate, nextOpening, periodStarts } from '../../../domain/sending/calendar.ts'
import {
  capOfDay,
  gapOf,
  HORIZON_DAYS,
  slotFor,
  type SlotUsage,
  type SendToPlan,
} from '../../../domain/sending/slot.ts'

const NOW = Date.parse('2026-11-30T10:20:00Z')
const text = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))
const NONE = { hour: 0, day: 0, week: 0 }
const UNUSED: SlotUsage = { sent: NONE, domainSent: NONE, lastAt: null, ahead: 0 }
const WANTED: SendToPlan = { now: NOW, notBefore: null, gapSeconds: 0 }
const WEEKDAYS_9_TO_17 = {
  timezone: 'UTC',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
} as const

const limits = (own: ChannelLimits, more: Partial<Limits> = {}): Limits => ({
  ...limitsOf('email', {
    sender: { limits: { email: own }, ramps: {}, paused: false },
    workspace: NO_SENDING_POLICY,
    ceilings: {},
  }),
  ...more,
})
const waits = (of: Limits, usage: Partial<SlotUsage>, wanted: Partial<SendToPlan> = {}) => {
  const slot = slotFor(of, { ...UNUSED, ...usage }, { ...WANTED, ...wanted })
  return slot.kind === 'free' ? 'free' : [text(slot.at), slot.reason]
}

describe('a slot', () => {
  it('is free where nothing is limited', () => {
    expect(waits(limits({}), { sent: { hour: 9, day: 99, week: 999 }, ahead: 50 })).toBe('free')
  })

  it.each([
    [{ hour: 3 }, { hour: 3, day: 3, week: 3 }, '2026-11-30T11:00', 'hour_cap'],
    [{ day: 3 }, { hour: 0, day: 3, week: 3 }, '2026-12-01T00:00', 'day_cap'],
    [{ week: 3 }, { hour: 0, day: 0, week: 3 }, '2026-12-07T00:00', 'week_cap'],
    [{ hour: 1, day: 2 }, { hour: 1, day: 2, week: 2 }, '2026-12-01T00:00', 'day_cap'],
  ])('with the caps %j waits for the end of the full period', (caps, sent, at, reason) => {
    expect(waits(limits({ caps }), { sent })).toEqual([at, reason])
  })

  it('counts those that come first as sent', () => {
    const three = limits({ caps: { day: 3 } })
    expect(waits(three, { sent: { hour: 1, day: 1, week: 1 }, ahead: 1 })).toBe('free')
    expect(waits(three, { sent: { hour: 1, day: 1, week: 1 }, ahead: 2 })).toEqual(['2026-12-01T00:00', 'day_cap'])
    expect(waits(three, { ahead: 9 })).toEqual(['2026-12-03T00:00', 'day_cap'])
  })

  it('is that of the window, the spacing, or the requested time', () => {
    const night = { now: Date.parse('2026-11-30T20:00:00Z') }
    expect(waits(limits({ window: WEEKDAYS_9_TO_17 }), {}, night)).toEqual(['2026-12-01T09:00', 'window'])
    const spaced = limits({ spacing: { min_seconds: 60, max_seconds: 60 } })
    expect(waits(spaced, { lastAt: NOW - 10_000 }, { gapSeconds: 600 })).toEqual(['2026-11-30T10:29', 'spacing'])
    expect(waits(spaced, { lastAt: NOW - 600_000 }, { gapSeconds: 600 })).toBe('free')
    expect(waits(limits({}), {}, { notBefore: NOW + 3_600_000 })).toEqual(['2026-11-30T11:20', 'requested'])
  })

  it('of a domain is counted in the zone of the domain', () => {
    const shared = limits({}, { domainCaps: { day: 5 }, domainZone: 'America/New_York' })
    expect(waits(shared, { domainSent: { hour: 5, day: 5, week: 5 } })).toEqual(['2026-12-01T05:00', 'domain_cap'])
  })

  it('grows with the days of a ramp', () => {
    const ramp = limits({ ramp: { start: 5, step_per_day: 5, target: 12, started_on: '2026-11-29' } })
    expect(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-09'].map((day) => capOfDay(ramp, day))).toEqual([
      5, 10, 12, 12,
    ])
    expect(waits(ramp, { sent: { hour: 10, day: 10, week: 10 } })).toEqual(['2026-12-01T00:00', 'ramp'])
  })

  it('never comes under a cap of 0, or in a window that no day has', () => {
    expect(waits(limits({ caps: { day: 0 } }), {})).toEqual([null, 'day_cap'])
  })

  it('draws the gap of a run once, evenly between the two', () => {
    const spacing = { min_seconds: 60, max_seconds: 180 }
    const run = 'run_01j9zq3v6n4k8w2x5y7a9b1c3d'
    expect(gapOf(run, spacing)).toBe(gapOf(run, spacing))
    const gaps = ['000000', 'zzzzzz', 'g00000'].map((end) => gapOf(`run_01j9zq3v6n4k8w2x5y7a${end}`, spacing))
    expect(gaps.map(Math.round)).toEqual([60, 180, 120])
    expect(gapOf(run, null)).toBe(0)
  })
})

/** Sends that ask when they are planned, and nothing else: each moves the clock on. */
function play(of: Limits, sends: number): number[] {
  const taken: number[] = []
  let now = NOW
  while (taken.length < sends) {
    const counted = (starts: ReturnType<typeof periodStarts>) => ({
      hour: taken.filter((at) => at >= starts.hour).length,
      day: taken.filter((at) => at >= starts.day).length,
      week: taken.filter((at) => at >= starts.week).length,
    })
    const usage = {
      sent: counted(periodStarts(now, of.zone)),
      domainSent: counted(periodStarts(now, of.domainZone)),
      lastAt: taken.at(-1) ?? null,
      ahead: 0,
    }
    const slot = slotFor(of, usage, { now, notBefore: null, gapSeconds: of.spacing?.min_seconds ?? 0 })
    if (slot.kind === 'free') taken.push(now)
    else if (slot.at === null) return taken
    else {
      expect(slot.at).toBeGreaterThan(now)
      now = slot.at
    }
  }
  return taken
}

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata')
const aCap = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined })
const anyLimits = fc
  .record({
    zone: zones,
    hour: aCap,
    day: aCap,
    week: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    from: fc.integer({ min: 0, max: 23 }),
    to: fc.integer({ min: 0, max: 23 }),
    days: fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const, { minLength: 1 }),
    hasWindow: fc.boolean(),
    gap: fc.constantFrom(0, 45, 600),
  })
  .map(({ zone, hour, day, week, from, to, days, hasWindow, gap }) => {
    const at = (value: number) => `${String(value).padStart(2, '0')}:00`
    const caps = {
      ...(hour !== undefined && { hour }),
      ...(day !== undefined && { day }),
      ...(week !== undefined && { week }),
    }
    return limits({
      caps,
      ...(hasWindow || Object.keys(caps).length === 0
        ? { window: { timezone: zone, days, from: at(from), to: at(to) } }
        : {}),
      ...(gap > 0 && { spacing: { min_seconds: gap, max_seconds: gap } }),
    })
  })

describe('sends that ask when they are planned', () => {
  it('keep every cap, the window and the gaps, and find a place for all', () => {
    fc.assert(
      fc.property(anyLimits, (of) => {
        const taken = play(of, 40)
        if ((of.caps.week ?? 40) * 12 >= 40) expect(taken).toHaveLength(40)
        for (const period of ['hour', 'day', 'week'] as const) {
          const counts = new Map<number, number>()
          for (const at of taken) {
            const start = periodStarts(at, of.zone)[period]
            counts.set(start, (counts.get(start) ?? 0) + 1)
          }
          expect(Math.max(...counts.values())).toBeLessThanOrEqual(of.caps[period] ?? Infinity)
        }
        for (const [index, at] of taken.entries()) {
          if (of.window !== null) expect(nextOpening(of.window, at)).toBe(at)
          if (index > 0)
            expect(at - (taken[index - 1] ?? 0)).toBeGreaterThanOrEqual((of.spacing?.min_seconds ?? 0) * 1000)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('are planned for the time at which they go, whatever waits before them', () => {
    fc.assert(
      fc.property(anyLimits, fc.integer({ min: 0, max: 25 }), (any, ahead) => {
        // With gaps the time is an estimate: each send draws its own.
        const of = { ...any, spacing: null }
        const last = play(of, ahead + 1).at(ahead) ?? Infinity
        const slot = slotFor(of, { ...UNUSED, ahead }, WANTED)
        const planned = slot.kind === 'free' ? NOW : slot.at
        expect(planned).toBe(last < NOW + HORIZON_DAYS * 86_400_000 ? last : null)
      }),
      { numRuns: 30 },
    )
  })
})

it('a day of a ramp is the local day', () => {
  expect(localDate(Date.parse('2026-11-30T23:30:00Z'), 'Europe/Berlin')).toBe('2026-12-01')
})
