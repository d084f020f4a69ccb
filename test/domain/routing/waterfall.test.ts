import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import type { BillingCondition } from '../../../domain/capabilities/capability.ts'
import { ERROR_CODES } from '../../../domain/errors/codes.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { ATTEMPTS_MAX } from '../../../domain/routing/plan.ts'
import { outcomeReason } from '../../../domain/routing/reason.ts'
import type { AttemptAnswer } from '../../../domain/runs/attempt-answer.ts'
import { afterAnswer, nextStep, step, type Waterfall, type WaterfallState } from '../../../domain/routing/waterfall.ts'
import type { Decision } from '../../../domain/runs/decision.ts'
import { errorOf } from '../../../domain/runs/run-error.ts'
import { ATTEMPT_OUTCOMES, ENDED_STATUSES } from '../../../domain/runs/states.ts'
import { buildCandidate } from './build-routing.ts'

/** One path of a run: the outcomes of its attempts, and how the run then ended. */
interface Walk {
  readonly plan: Waterfall
  readonly answers: readonly AttemptAnswer[]
  readonly decision: Decision
}

const UNITS = 2
const BILLINGS: readonly BillingCondition[] = ['per_call', 'on_match', 'metered']
/** Every candidate has its own price, so that a charge identifies its candidate. */
const candidates = Array.from({ length: ATTEMPTS_MAX + 1 }, (_, index) =>
  buildCandidate(`p${index + 1}`, {
    price:
      index % 2 === 0
        ? { model: 'flat', amount: `0.0${index + 1}` }
        : { model: 'metered', base: `0.0${index + 1}`, per_result: '0.10' },
    max_charge: index % 2 === 0 ? `0.0${index + 1}` : '0.9',
  }),
)

const unattempted = (waterfall: Waterfall): WaterfallState => ({ waterfall, answers: [] })

function walks(plan: Waterfall, next = nextStep(unattempted(plan)), answers: readonly AttemptAnswer[] = []): Walk[] {
  if (next.kind === 'settle') return [{ plan, answers: next.answers, decision: next.decision }]
  const { number, candidate, lane, shownStatus, state } = next.attempt
  // The waterfall attempts in order, each provider once. More steps than this would never end.
  expect({ number, candidate, lane, shownStatus, answers: state.answers }).toEqual({
    number: answers.length + 1,
    candidate: plan.candidates[answers.length],
    lane: candidate.lane,
    shownStatus: 'running',
    answers,
  })
  expect(number).toBeLessThanOrEqual(ATTEMPTS_MAX)
  return ATTEMPT_OUTCOMES.flatMap((outcome) => {
    const answer = { provider: candidate.provider, outcome, units: outcome === 'succeeded' ? UNITS : 0 }
    return walks(plan, step(state, { kind: 'answered', answer }), [...answers, answer])
  })
}

describe('an own key that is rejected in the first attempt', () => {
  const own = buildCandidate('own', { max_charge: '0.00', connection_id: 'conn_1' })
  const other = buildCandidate('other', { max_charge: '0.00', connection_id: 'conn_2' })
  const paid = buildCandidate('paid', { max_charge: '0.02' })
  const failed = { provider: 'own', outcome: 'provider_error', units: 0 } as const
  const rejected = { ...failed, key_rejected: true } as const
  const plan = (...all: (typeof own)[]): Waterfall => ({ candidates: all, billing: 'on_match', sends: false })
  const stopping = (...all: (typeof own)[]): Waterfall => ({ ...plan(...all), stops_at_rejected_key: true })
  const nextProvider = (of: Waterfall, answers: readonly AttemptAnswer[]) => {
    const next = nextStep({ waterfall: of, answers })
    return next.kind === 'attempt' ? next.attempt.candidate.provider : next.decision.status
  }

  it('pays no other provider, and continues with what is free', () => {
    expect(nextProvider(stopping(own, paid), [rejected])).toBe('failed')
    expect(nextProvider(stopping(own, other, paid), [rejected])).toBe('other')
    expect(nextProvider(stopping(own, other, paid), [rejected, { ...failed, provider: 'other' }])).toBe('failed')
  })

  it('is a failure like another where the policy pays others, and where the key is not what failed', () => {
    expect(nextProvider(plan(own, paid), [rejected])).toBe('paid')
    expect(nextProvider(stopping(own, paid), [failed])).toBe('paid')
  })

  it('is named in the error', () => {
    const decision: Decision = { status: 'failed', attempt: null, provider: 'own', charge: '0.00' }
    expect(errorOf(decision, [rejected])).toEqual({
      code: 'provider_error',
      message:
        'own rejects your own key: connect a new one with POST /v1/connections/own. Every attempt failed (own: provider_error). Nothing was charged.',
    })
  })
})

const PLANS: readonly Waterfall[] = [1, 2, 3, 4].flatMap((count) =>
  BILLINGS.flatMap((billing) =>
    [true, false].map((sends) => ({ candidates: candidates.slice(0, count), billing, sends })),
  ),
)
const ALL: readonly Walk[] = PLANS.flatMap((plan) => walks(plan))

const last = ({ answers }: Walk) => answers.at(-1)
const delivered = (walk: Walk): boolean => last(walk)?.outcome === 'succeeded'
const billedMiss = (walk: Walk): boolean => last(walk)?.outcome === 'no_match' && walk.plan.billing === 'per_call'
const maybeSent = (walk: Walk): boolean => walk.plan.sends && last(walk)?.outcome === 'unknown'
/** The part of a path that an expectation is about, with the paths that break it: an empty list passes. */
const breaking = (broken: (walk: Walk) => boolean) =>
  ALL.filter(broken).map(({ plan, answers, decision }) => ({
    billing: plan.billing,
    sends: plan.sends,
    candidates: plan.candidates.length,
    answers: answers.map(({ outcome }) => outcome).join(' '),
    decision,
  }))

describe('the waterfall, over every combination of outcomes', () => {
  it('reaches its end in every combination', () => {
    expect(ALL.length).toBeGreaterThan(5_000)
    expect(new Set(ALL.map(({ decision }) => decision.status))).toEqual(
      new Set(['succeeded', 'no_match', 'failed', 'timed_out']),
    )
    expect(ALL.every(({ decision }) => (ENDED_STATUSES as readonly string[]).includes(decision.status))).toBe(true)
  })

  it('attempts at most three providers, and at least one', () => {
    expect(
      breaking(
        ({ answers, plan }) => answers.length < 1 || answers.length > Math.min(ATTEMPTS_MAX, plan.candidates.length),
      ),
    ).toEqual([])
  })

  it('attempts no other provider after a delivery, a billed miss, or a send that may have been accepted', () => {
    const ends = ({ plan }: Walk, { outcome }: AttemptAnswer): boolean =>
      outcome === 'succeeded' ||
      (outcome === 'no_match' && plan.billing === 'per_call') ||
      (outcome === 'unknown' && plan.sends)
    expect(breaking((walk) => walk.answers.slice(0, -1).some((answer) => ends(walk, answer)))).toEqual([])
  })

  it('states that a message may have been sent exactly when its outcome is unknown', () => {
    expect(breaking((walk) => (walk.decision.unknown_send === true) !== maybeSent(walk))).toEqual([])
  })

  it('gives up early for no other reason', () => {
    expect(
      breaking(
        (walk) =>
          walk.answers.length < Math.min(ATTEMPTS_MAX, walk.plan.candidates.length) &&
          !delivered(walk) &&
          !billedMiss(walk) &&
          !maybeSent(walk),
      ),
    ).toEqual([])
  })

  it('succeeds exactly when the last provider delivered', () => {
    expect(breaking((walk) => (walk.decision.status === 'succeeded') !== delivered(walk))).toEqual([])
  })

  it('charges only for a delivery or a billed miss, and only for the provider with that outcome', () => {
    expect(breaking((walk) => parseUsd(walk.decision.charge) > 0n !== (delivered(walk) || billedMiss(walk)))).toEqual(
      [],
    )
    expect(
      breaking((walk) => {
        const candidate = walk.plan.candidates[walk.answers.length - 1]
        if (candidate === undefined || !(delivered(walk) || billedMiss(walk))) return false
        const { price } = candidate
        if (price.model === 'measured' || price.model === 'actor') return false
        const due =
          price.model === 'flat'
            ? parseUsd(price.amount)
            : parseUsd(price.base) + parseUsd(price.per_result) * BigInt(delivered(walk) ? UNITS : 0)
        return parseUsd(walk.decision.charge) !== due || walk.decision.provider !== candidate.provider
      }),
    ).toEqual([])
  })

  it('never charges more than the most expensive candidate, which is what was held', () => {
    expect(
      breaking(({ plan, decision }) =>
        plan.candidates.every(({ max_charge: most }) => parseUsd(decision.charge) > parseUsd(most)),
      ),
    ).toEqual([])
  })

  it("names the attempt that has the run's answer, and none when no provider is paid", () => {
    expect(
      breaking((walk) => walk.decision.attempt !== (delivered(walk) || billedMiss(walk) ? walk.answers.length : null)),
    ).toEqual([])
  })

  it('is a miss when any provider reported a definite miss and none delivered, unless a send may have gone out', () => {
    expect(
      breaking((walk) => {
        const missed =
          !delivered(walk) && !maybeSent(walk) && walk.answers.some(({ outcome }) => outcome === 'no_match')
        return (walk.decision.status === 'no_match') !== missed
      }),
    ).toEqual([])
  })

  it('has timed out exactly when no provider answered and the last attempt ended at its deadline', () => {
    expect(
      breaking((walk) => {
        const timedOut =
          last(walk)?.outcome === 'provider_timeout' && walk.answers.every(({ outcome }) => outcome !== 'no_match')
        return (walk.decision.status === 'timed_out') !== timedOut
      }),
    ).toEqual([])
  })

  it('has failed, uncharged, when a send may have been accepted', () => {
    expect(
      breaking((walk) => maybeSent(walk) && !(walk.decision.status === 'failed' && walk.decision.charge === '0.00')),
    ).toEqual([])
  })

  it('names an attempted provider, one that missed before one that failed', () => {
    expect(
      breaking(({ answers, decision }) => !answers.some(({ provider }) => provider === decision.provider)),
    ).toEqual([])
    expect(
      breaking(
        ({ answers, decision, plan }) =>
          decision.status === 'no_match' &&
          plan.billing !== 'per_call' &&
          answers.find(({ provider }) => provider === decision.provider)?.outcome !== 'no_match',
      ),
    ).toEqual([])
  })

  it('decides the same again from the same answers', () => {
    expect(
      breaking(
        ({ plan, answers, decision }) =>
          JSON.stringify(nextStep({ waterfall: plan, answers })) !==
          JSON.stringify({ kind: 'settle', decision, answers, ownKey: false }),
      ),
    ).toEqual([])
  })

  it('ends a plan without candidates instead of attempting a provider', () => {
    expect(nextStep(unattempted({ candidates: [], billing: 'on_match', sends: false }))).toEqual({
      kind: 'settle',
      decision: { status: 'failed', attempt: null, provider: '', charge: '0.00' },
      answers: [],
      ownKey: false,
    })
  })

  it('states that the own key delivered exactly when the delivering candidate used one', () => {
    const own = buildCandidate('own', { max_charge: '0.00', connection_id: 'conn_1' })
    const paid = buildCandidate('paid', { max_charge: '0.02' })
    const ownKey = (...outcomes: AttemptAnswer['outcome'][]): boolean | null => {
      const next = nextStep({
        waterfall: { candidates: [own, paid], billing: 'on_match', sends: false },
        answers: outcomes.map((outcome, index) => ({ provider: ['own', 'paid'][index] ?? '', outcome, units: 1 })),
      })
      return next.kind === 'settle' ? next.ownKey : null
    }
    expect(ownKey('succeeded')).toBe(true)
    expect(ownKey('no_match', 'succeeded')).toBe(false)
    expect(ownKey('no_match', 'no_match')).toBe(false)
  })
})

describe('the answer that the quick lane has no slot', () => {
  const quick = buildCandidate('quick', { lane: 'quick' })
  const waterfall: Waterfall = { candidates: [quick, quick], billing: 'on_match', sends: false }
  const missed: AttemptAnswer = { provider: 'quick', outcome: 'no_match', units: 0 }
  const planned = (state: WaterfallState) => {
    const next = nextStep(state)
    return next.kind === 'attempt'
      ? { number: next.attempt.number, lane: next.attempt.lane, status: next.attempt.shownStatus }
      : next.kind
  }

  it('plans the attempt again in the slow lane: queued only where the first provider itself has none', () => {
    const state = unattempted(waterfall)
    expect(planned(state)).toEqual({ number: 1, lane: 'quick', status: 'running' })
    expect(planned(afterAnswer(state, { kind: 'noSlot', of: 'worker' }))).toEqual({
      number: 1,
      lane: 'slow',
      status: 'running',
    })
    expect(planned(afterAnswer(state, { kind: 'noSlot', of: 'provider' }))).toEqual({
      number: 1,
      lane: 'slow',
      status: 'queued',
    })
    const second = { waterfall, answers: [missed] }
    expect(planned(afterAnswer(second, { kind: 'noSlot', of: 'provider' }))).toEqual({
      number: 2,
      lane: 'slow',
      status: 'running',
    })
  })

  it('leaves the next attempt its own lane', () => {
    const waiting = afterAnswer(unattempted(waterfall), { kind: 'noSlot', of: 'provider' })
    expect(planned(afterAnswer(waiting, { kind: 'answered', answer: missed }))).toEqual({
      number: 2,
      lane: 'quick',
      status: 'running',
    })
  })

  it('never comes from the slow lane, which waits', () => {
    const waiting = afterAnswer(unattempted(waterfall), { kind: 'noSlot', of: 'worker' })
    expect(() => step(waiting, { kind: 'noSlot', of: 'provider' })).toThrow('the slow lane waits')
  })
})

describe('the error that the caller sees, over every combination of outcomes', () => {
  const CODES = { no_match: 'no_match', failed: 'provider_error', timed_out: 'provider_timeout' } as const

  it('has the code of the end, from the table of codes, exactly when the run did not succeed', () => {
    expect(
      breaking(({ answers, decision }) => {
        const error = errorOf(decision, answers)
        if (decision.status === 'succeeded') return error !== null
        const code = decision.unknown_send === true ? 'send_outcome_unknown' : CODES[decision.status]
        return error?.code !== code || !(error.code in ERROR_CODES)
      }),
    ).toEqual([])
  })

  it('names every provider and how its attempt ended', () => {
    expect(
      breaking(({ answers, decision }) => {
        const message = errorOf(decision, answers)?.message
        return (
          message !== undefined &&
          !answers.every(({ provider, outcome }) => message.includes(`${provider}: ${outcome}`))
        )
      }),
    ).toEqual([])
  })

  it('never states that nothing was charged when something was', () => {
    expect(
      breaking(
        ({ answers, decision }) =>
          parseUsd(decision.charge) > 0n &&
          (errorOf(decision, answers)?.message.includes('Nothing was charged') ?? false),
      ),
    ).toEqual([])
  })

  it('costs something at a miss exactly where the quickstart states it', () => {
    const guide = readFileSync(new URL('../../../docs/guides/quickstart.md', import.meta.url), 'utf8')
    const billed = /`no_match`, which costs nothing unless inspect states `(\w+)`/.exec(guide)?.[1]
    expect(
      breaking(
        ({ plan, decision }) =>
          decision.status === 'no_match' && parseUsd(decision.charge) > 0n !== (plan.billing === billed),
      ),
    ).toEqual([])
  })

  it('has the advice not to repeat a send exactly under the code of a send that may have arrived', () => {
    const ended = (code: string) => ALL.filter(({ answers, decision }) => errorOf(decision, answers)?.code === code)
    for (const code of ['provider_error', 'provider_timeout', 'send_outcome_unknown', 'no_match'] as const)
      expect([code, /\bsen[dt]\b/.test(ERROR_CODES[code].action)]).toEqual([code, ended(code).some(maybeSent)])
  })

  it('states of a failed run that no attempt delivered and the last one did not time out, as the table of codes does', () => {
    expect(ERROR_CODES.provider_error.meaning).toMatch(/^No attempt delivered, and the last one did not time out/)
    expect(
      breaking(
        (walk) =>
          errorOf(walk.decision, walk.answers)?.code === 'provider_error' &&
          (walk.answers.some(({ outcome }) => outcome === 'succeeded') || last(walk)?.outcome === 'provider_timeout'),
      ),
    ).toEqual([])
  })

  it('extends the routing reason exactly when the first choice did not answer', () => {
    expect(
      breaking((walk) => (outcomeReason(walk.answers, walk.decision) === null) !== (walk.decision.attempt === 1)),
    ).toEqual([])
    expect(
      breaking(({ answers, decision }) => {
        const reason = outcomeReason(answers, decision)
        const before = decision.attempt === null ? answers : answers.slice(0, decision.attempt - 1)
        return (
          reason !== null &&
          !before.every(({ provider, outcome }) => reason.includes(`${provider} ended in ${outcome}`))
        )
      }),
    ).toEqual([])
  })
})
