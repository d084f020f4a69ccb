import { drawOf } from '../ids/draw.ts'
import {
  closingAfter,
  daysBetween,
  localDate,
  nextOpening,
  nextStart,
  periodStarts,
  type PeriodStarts,
} from './calendar.ts'
import { type Caps, type Limits, type Period, PERIODS, type Spacing } from './policy.ts'

/** Why a send waits. */
export const WAIT_REASONS = [
  'requested',
  'window',
  'hour_cap',
  'day_cap',
  'week_cap',
  'domain_cap',
  'spacing',
  'ramp',
  'sender_paused',
] as const
export type WaitReason = (typeof WAIT_REASONS)[number]

export type SentCounts = Readonly<Record<Period, number>>

/** What a sender has sent until now. */
export interface SlotUsage {
  /** In the hour, day and week of this moment, in the sender's zone. */
  readonly sent: SentCounts
  /** The same of its domain, in the zone of the domain's caps. */
  readonly domainSent: SentCounts
  /** When it sent last; milliseconds since 1970. */
  readonly lastAt: number | null
  /** The sends that wait for it and come first. */
  readonly ahead: number
}

export interface SendToPlan {
  readonly now: number
  /** Milliseconds since 1970; null: at once. */
  readonly notBefore: number | null
  /** The seconds after the last send of the sender, as `gapOf` draws them. */
  readonly gapSeconds: number
}

export type Slot =
  | { readonly kind: 'free' }
  /** `at`: the expected time, in milliseconds since 1970; null: none within `HORIZON_DAYS`. */
  | { readonly kind: 'wait'; readonly at: number | null; readonly reason: WaitReason }

/** How far ahead sends are planned. */
export const HORIZON_DAYS = 90
const DAY_MS = 86_400_000

/** The seconds that a send keeps to the one before: the same for each try of a run. */
export function gapOf(runId: string, spacing: Spacing | null): number {
  if (spacing === null) return 0
  return spacing.min_seconds + drawOf(runId) * (spacing.max_seconds - spacing.min_seconds)
}

/** The cap of a day under the ramp of a sender; `startedOn`: its first day. */
const rampCap = (
  { start, step_per_day: step, target }: NonNullable<Limits['ramp']>,
  startedOn: string,
  date: string,
): number => Math.min(target, start + step * Math.max(0, daysBetween(startedOn, date)))

/** The cap of a local day, with the ramp of the sender; null: none. */
export function capOfDay({ caps, ramp }: Limits, date: string): number | null {
  const cap = Math.min(caps.day ?? Infinity, ramp === null ? Infinity : rampCap(ramp, ramp.started_on ?? date, date))
  return cap === Infinity ? null : cap
}

/**
 * The first moment at which the sender may send this, once those that came first have sent. With several ahead the time
 * is an estimate: each of them draws its own gap.
 */
export function slotFor(limits: Limits, usage: SlotUsage, { now, notBefore, gapSeconds }: SendToPlan): Slot {
  if (limits.isPaused) return { kind: 'wait', at: null, reason: 'sender_paused' }
  const plan = new Planned(limits, usage, now)
  if (usage.lastAt !== null) plan.moveTo(usage.lastAt + Math.ceil(gapSeconds * 1000), 'spacing')
  if (notBefore !== null) plan.moveTo(notBefore, 'requested')
  const isFound = plan.pass(usage.ahead)
  if (!isFound) return { kind: 'wait', at: null, reason: plan.reason ?? 'window' }
  return plan.reason === null ? { kind: 'free' } : { kind: 'wait', at: plan.at, reason: plan.reason }
}

/** The sends of the hour, the day and the week of a moment that moves on, in one zone. */
class CountedPeriods {
  readonly #zone: string
  #starts: PeriodStarts
  #sent: SentCounts

  constructor(sent: SentCounts, at: number, zone: string) {
    this.#zone = zone
    this.#starts = periodStarts(at, zone)
    this.#sent = sent
  }

  /** A period that has ended counts no more. */
  moveTo(at: number): void {
    const starts = periodStarts(at, this.#zone)
    this.#sent = eachPeriod((period) => (starts[period] === this.#starts[period] ? this.#sent[period] : 0))
    this.#starts = starts
  }

  add(sends: number): void {
    this.#sent = eachPeriod((period) => this.#sent[period] + sends)
  }

  /** How many more the caps allow. */
  room(caps: Caps): number {
    return Math.min(...PERIODS.map((period) => (caps[period] ?? Infinity) - this.#sent[period]))
  }

  /** The periods whose caps are reached, with the moments at which they end. */
  full(caps: Caps, at: number): { readonly period: Period; readonly until: number }[] {
    return PERIODS.filter((period) => this.#sent[period] >= (caps[period] ?? Infinity)).map((period) => ({
      period,
      until: nextStart(period, at, this.#zone),
    }))
  }
}

const eachPeriod = (countOf: (period: Period) => number): SentCounts => ({
  hour: countOf('hour'),
  day: countOf('day'),
  week: countOf('week'),
})

/** A moment that moves on, with what the sender and its domain have sent until then. */
class Planned {
  at: number
  reason: WaitReason | null = null
  readonly #limits: Limits
  readonly #end: number
  readonly #gapMs: number
  readonly #startedOn: string
  readonly #own: CountedPeriods
  readonly #domain: CountedPeriods

  constructor(limits: Limits, { sent, domainSent }: SlotUsage, now: number) {
    this.#limits = limits
    this.at = now
    this.#end = now + HORIZON_DAYS * DAY_MS
    const { spacing, ramp, zone, domainZone } = limits
    this.#gapMs = spacing === null ? 0 : (spacing.min_seconds + spacing.max_seconds) * 500
    this.#startedOn = ramp?.started_on ?? localDate(now, zone)
    this.#own = new CountedPeriods(sent, now, zone)
    this.#domain = new CountedPeriods(domainSent, now, domainZone)
  }

  moveTo(at: number, reason: WaitReason): void {
    if (at <= this.at) return
    this.at = at
    this.reason = reason
    this.#own.moveTo(at)
    this.#domain.moveTo(at)
  }

  /** Lets `ahead` sends pass, and stops where there is room for one more; false: there is none before the end. */
  pass(ahead: number): boolean {
    let left = ahead
    while (this.at < this.#end) {
      const { window } = this.#limits
      const opens = window === null ? this.at : nextOpening(window, this.at)
      if (opens === null) return false
      if (opens > this.at) {
        this.moveTo(opens, 'window')
        continue
      }
      const full = this.#fullPeriod()
      if (full !== undefined) {
        this.moveTo(full.until, full.reason)
        continue
      }
      if (left === 0) return true
      left -= this.#send(left)
    }
    return false
  }

  /** Sends as many as the periods and the gaps allow before one of them ends. */
  #send(most: number): number {
    const { window, zone, domainCaps } = this.#limits
    let sends = Math.min(most, this.#own.room(this.#caps()), this.#domain.room(domainCaps))
    if (this.#gapMs > 0) {
      const until = Math.min(
        nextStart('hour', this.at, zone),
        window === null ? Infinity : closingAfter(window, this.at),
      )
      sends = Math.min(sends, Math.ceil((until - this.at) / this.#gapMs))
    }
    this.#own.add(sends)
    this.#domain.add(sends)
    this.moveTo(this.at + sends * this.#gapMs, 'spacing')
    return sends
  }

  #caps(): Caps {
    const { caps, ramp, zone } = this.#limits
    if (ramp === null) return caps
    const started = { ...this.#limits, ramp: { ...ramp, started_on: this.#startedOn } }
    const day = capOfDay(started, localDate(this.at, zone))
    return day === null ? caps : { ...caps, day }
  }

  /** The period without room that ends last. */
  #fullPeriod(): { readonly until: number; readonly reason: WaitReason } | undefined {
    const caps = this.#caps()
    const isRamp = caps.day !== this.#limits.caps.day
    const own = this.#own.full(caps, this.at).map(({ period, until }) => ({
      until,
      reason: period === 'day' && isRamp ? ('ramp' as const) : (`${period}_cap` as const),
    }))
    const ofDomain = this.#domain.full(this.#limits.domainCaps, this.at)
    return [...own, ...ofDomain.map(({ until }) => ({ until, reason: 'domain_cap' as const }))]
      .toSorted((one, other) => one.until - other.until)
      .at(-1)
  }
}
