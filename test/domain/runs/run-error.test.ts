import { describe, expect, it } from '@jest/globals'
import { ERROR_CODES } from '../../../domain/errors/codes.ts'
import type { Candidate, RoutePlan } from '../../../domain/routing/plan.ts'
import { outcomeReason, plannedReason } from '../../../domain/routing/reason.ts'
import { type HoldRefusal, refusedReservation } from '../../../domain/routing/refusal.ts'
import { buildCandidate } from '../routing/build-routing.ts'

const candidate = (provider: string, most: string): Candidate =>
  buildCandidate(provider, { max_charge: most, price: { model: 'flat', amount: most } })
const buildPlan = (more: Partial<RoutePlan> = {}): RoutePlan => ({
  version: 1,
  strategy: 'best_value',
  pinned: false,
  billing: 'on_match',
  sends: false,
  candidates: [candidate('b', '0.05'), candidate('a', '0.02'), candidate('c', '0.10')],
  skipped: [],
  excluded: [],
  hold: '0.10',
  ...more,
})
const refused = (control: HoldRefusal['control'], more: Partial<HoldRefusal> = {}, plan = buildPlan()) =>
  refusedReservation(plan, { control, available: '100.00', limit: null, ...more })

describe('a refused reservation', () => {
  it.each([
    [
      'per_run_limit',
      'blocked',
      'cost_limit_exceeded',
      { controls: ['per_run_limit'], available: '0.01', required: '0.10' },
    ],
    [
      'daily_limit',
      'blocked',
      'budget_exceeded',
      { controls: ['daily_limit'], available: '0.01', required: '0.10', remaining: '0.005', resets_at: '2026-11-21' },
    ],
    [
      'key_budget',
      'blocked',
      'budget_exceeded',
      { controls: ['key_budget'], available: '0.01', required: '0.10', remaining: '0.005', resets_at: '2026-11-21' },
    ],
    [
      'job_ceiling',
      'blocked',
      'budget_exceeded',
      { controls: ['job_ceiling'], available: '0.01', required: '0.10', remaining: '0.005' },
    ],
    ['balance', 'failed', 'insufficient_balance', { available: '0.01', required: '0.10' }],
    ['receivable', 'failed', 'insufficient_balance', { available: '0.01', receivable: '0.01', required: '0.10' }],
  ] as const)('by the %s ends the run as %s with %s', (control, status, code, members) => {
    const limit = control === 'balance' ? null : '0.01'
    const { error, ...end } = refused(control, { available: '0.01', limit, left: '0.005', resetsAt: '2026-11-21' })
    expect(end).toEqual({ status })
    expect(error).toEqual({ code, message: expect.stringContaining('0.10'), ...members })
    expect(error.message).toContain('0.01')
    expect(error.message).toContain('Nothing was charged')
    expect(ERROR_CODES[error.code].status).toBe(402)
  })

  it('requires the hold of the cheapest offer where none fits', () => {
    const { error } = refusedReservation(buildPlan(), { control: 'balance', available: '0.01', limit: null }, '0.02')
    expect(error).toEqual({
      code: 'insufficient_balance',
      message: 'The run would hold at least 0.02, but 0.01 is available. Nothing was charged.',
      available: '0.01',
      required: '0.02',
    })
  })

  it.each([
    ['balance', '0.099999', '0.05'],
    ['balance', '0.05', '0.05'],
    ['balance', '0.049999', '0.02'],
    ['balance', '0.019999', undefined],
    ['per_run_limit', '0.05', '0.05'],
    ['per_run_limit', '0.00', undefined],
  ] as const)('by the %s at %s names the max_cost that would fit: %s', (control, amount, fits) => {
    const { error } = refused(control, control === 'balance' ? { available: amount } : { limit: amount })
    expect(error.fits_with_max_cost).toBe(fits)
  })

  it.each([
    ['balance', '0.60', '0.60'],
    ['per_run_limit', '0.60', '0.60'],
    ['balance', '0.0143', '0.0143'],
    ['balance', '0.014299', undefined],
    ['per_run_limit', '0.00', undefined],
  ] as const)('by the %s at %s names the lower hold that an actor would run with: %s', (control, amount, fits) => {
    const price = { model: 'actor', estimate: '0.02' } as const
    const plan = buildPlan({ candidates: [buildCandidate('apify', { max_charge: '1.00', price })], hold: '1.00' })
    const { error } = refused(control, control === 'balance' ? { available: amount } : { limit: amount }, plan)
    expect(error.fits_with_max_cost).toBe(fits)
  })

  it.each([
    ['0.019999', undefined],
    ['0.02', '0.02'],
  ])('names no hold below the estimate of a raw call, of %s: %s', (available, fits) => {
    const price = { model: 'measured', estimate: '0.02' } as const
    const plan = buildPlan({ candidates: [buildCandidate('serper', { max_charge: '0.03', price })], hold: '0.03' })
    expect(refused('balance', { available }, plan).error.fits_with_max_cost).toBe(fits)
  })

  it('compares amounts as money, not as text', () => {
    const plan = buildPlan({
      candidates: [candidate('a', '9.00'), candidate('b', '10.00'), candidate('c', '100.00')],
      hold: '100.00',
    })
    expect(refused('balance', { available: '50.00' }, plan).error.fits_with_max_cost).toBe('10.00')
  })

  it.each(['daily_limit', 'key_budget', 'job_ceiling'] as const)(
    'by the %s names what fits in what is left',
    (control) => {
      expect(refused(control, { limit: '1.00', left: '0.06' }).error.fits_with_max_cost).toBe('0.05')
      expect(refused(control, { limit: '1.00', left: '0.01' }).error).not.toHaveProperty('fits_with_max_cost')
    },
  )
})

describe('the routing reason', () => {
  it('has the strategy, the price and health of the winner, and the next candidates', () => {
    expect(plannedReason(buildPlan({ candidates: [candidate('b', '0.05'), candidate('a', '0.02')] }))).toBe(
      'b (at most 0.05, health unknown) was first by best value, before a (at most 0.02, health unknown).',
    )
  })

  it('states that a provider was pinned, and does not name the others', () => {
    const plan = buildPlan({
      pinned: true,
      candidates: [candidate('b', '0.05')],
      excluded: [{ provider: 'a', reason: 'another provider is pinned' }],
    })
    expect(plannedReason(plan)).toBe('b (at most 0.05, health unknown) was pinned by the request.')
  })

  it('names each provider that was left out, and why', () => {
    const plan = buildPlan({
      strategy: 'cheapest',
      candidates: [candidate('b', '0.05')],
      skipped: [{ provider: 'x', reason: 'circuit open' }],
      excluded: [{ provider: 'y', reason: '0.90 is above max_cost' }],
    })
    expect(plannedReason(plan)).toBe(
      'b (at most 0.05, health unknown) was first by cheapest; excluded: x (circuit open), y (0.90 is above max_cost).',
    )
  })

  it('is extended by the attempts', () => {
    const answers = [
      { provider: 'a', outcome: 'no_match', units: 0 },
      { provider: 'b', outcome: 'succeeded', units: 1 },
    ] as const
    expect(outcomeReason(answers, { status: 'succeeded', attempt: 2, provider: 'b', charge: '0.05' })).toBe(
      'After a ended in no_match, b answered.',
    )
    expect(
      outcomeReason(answers.slice(0, 1), { status: 'no_match', attempt: null, provider: 'a', charge: '0.00' }),
    ).toBe('Then a ended in no_match.')
    expect(
      outcomeReason(answers.slice(1), { status: 'succeeded', attempt: 1, provider: 'b', charge: '0.05' }),
    ).toBeNull()
  })
})
