import { describe, expect, it } from '@jest/globals'
import {
  closingAfter,
  daysBetween,
  isZone,
  nextOpening,
  nextStart,
  periodStarts,
} from '../../../domain/sending/calendar.ts'
import type { SendingWindow } from '../../../domain/sending/policy.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const text = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))
const window = (changes: Partial<SendingWindow>): SendingWindow => ({
  timezone: 'Europe/Berlin',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  ...changes,
})

describe('periods', () => {
  it('are those of the zone, and weeks begin on Monday', () => {
    const starts = periodStarts(utc('2026-12-02T23:30'), 'Europe/Berlin')
    expect([starts.hour, starts.day, starts.week].map(text)).toEqual([
      '2026-12-02T23:00',
      '2026-12-02T23:00',
      '2026-11-29T23:00',
    ])
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T00:00', 23],
    ['Europe/Berlin', '2026-10-25T00:00', 25],
    ['America/New_York', '2026-11-01T06:00', 25],
    ['Australia/Lord_Howe', '2026-10-03T16:00', 23.5],
  ])('a day in %s around %s has %d hours', (zone, moment, hours) => {
    const at = utc(moment)
    expect((nextStart('day', at, zone) - periodStarts(at, zone).day) / 3_600_000).toBe(hours)
  })

  it('the hour that occurs twice is two hours', () => {
    const zone = 'Europe/Berlin'
    const first = utc('2026-10-25T00:30')
    expect(text(periodStarts(first, zone).hour)).toBe('2026-10-25T00:00')
    expect(text(nextStart('hour', first, zone))).toBe('2026-10-25T01:00')
    expect(text(periodStarts(utc('2026-10-25T01:30'), zone).hour)).toBe('2026-10-25T01:00')
  })

  it('the hour that a change of the clocks leaves out is no hour', () => {
    expect(text(nextStart('hour', utc('2026-03-29T00:30'), 'Europe/Berlin'))).toBe('2026-03-29T01:00')
  })
})

describe('a window', () => {
  it.each([
    ['before it opens', '2026-11-30T07:59', '2026-11-30T08:00'],
    ['while it is open', '2026-11-30T15:59', '2026-11-30T15:59'],
    ['when it has closed', '2026-11-30T16:00', '2026-12-01T08:00'],
    ['on a Friday evening', '2026-12-04T16:00', '2026-12-07T08:00'],
  ])('%s', (_, now, opens) => {
    expect(text(nextOpening(window({}), utc(now)))).toBe(opens)
  })

  it('over midnight belongs to the day on which it begins', () => {
    const night = window({ days: ['fri'], from: '22:00', to: '02:00' })
    expect(text(nextOpening(night, utc('2026-12-05T00:30')))).toBe('2026-12-05T00:30')
    expect(text(nextOpening(night, utc('2026-12-05T01:00')))).toBe('2026-12-11T21:00')
    expect(text(closingAfter(night, utc('2026-12-05T00:30')))).toBe('2026-12-05T01:00')
  })

  it('to 24:00 ends at midnight', () => {
    expect(text(closingAfter(window({ to: '24:00' }), utc('2026-12-01T12:00')))).toBe('2026-12-01T23:00')
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45'],
  ])('that begins in the hour that %s leaves out begins after it', (timezone, day, from, opens) => {
    const sunday = window({ timezone, days: ['sun'], from, to: '05:00' })
    expect(text(nextOpening(sunday, utc(`${day}T00:00`) - 43_200_000))).toBe(opens)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45'],
  ])('that begins in the hour that occurs twice in %s begins in the first', (timezone, day, from, opens) => {
    const sunday = window({ timezone, days: ['sun'], from, to: '05:00' })
    expect(text(nextOpening(sunday, utc(`${day}T00:00`) - 43_200_000))).toBe(opens)
  })
})

describe('zones and days', () => {
  it('knows zones by their IANA name', () => {
    expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].map(isZone)).toEqual([true, true, true])
    expect(['Berlin/Europe', '+02:00', '', 'Mars'].map(isZone)).toEqual([false, false, false, false])
  })

  it('counts days over a change of the clocks', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })
})
