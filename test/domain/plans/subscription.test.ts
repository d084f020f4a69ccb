import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { afterPeriod, changed, choosePlan, monthAfter, priceOf, proration } from '../../../domain/plans/choice.ts'
import { readPlanInvoice, readSubscription } from '../../../domain/plans/stripe.ts'
import {
  GRACE_DAYS,
  mainOf,
  planOf,
  type Subscription,
  type SubscriptionState,
  SUBSCRIPTION_STATUSES,
  take,
} from '../../../domain/plans/subscription.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { PAID_PLANS } from '../../../domain/pricing/plans.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { PLANS } from '../../../domain/tables/limits.ts'
import { stripeSubscription } from '../../build/subscription.ts'

const at = (text: string): Date => new Date(`${text}T00:00:00.000Z`)
const plus: Subscription = {
  id: 'sub_1',
  workspaceId: 'ws_1',
  simulated: false,
  plan: 'plus',
  nextPlan: null,
  status: 'active',
  periodStart: at('2026-11-01'),
  periodEnd: at('2026-12-01'),
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  reportedAt: at('2026-11-01'),
}
const pro: Subscription = { ...plus, plan: 'pro' }
const simulated: Subscription = { ...pro, simulated: true }
const failing: Subscription = { ...pro, status: 'past_due', pastDueSince: at('2026-11-02') }

describe('the effect of choosing a plan', () => {
  it.each([
    ['nothing subscribed: pay per call stays', null, 'pay_per_call', { kind: 'unchanged' }],
    ['nothing subscribed: it is paid first', null, 'plus', { kind: 'checkout', plan: 'plus' }],
    ['the same', pro, 'pro', { kind: 'unchanged' }],
    ['more, at once', pro, 'scale', { kind: 'change', to: { plan: 'scale', cancelAtPeriodEnd: false, upgrade: true } }],
    ['less, later', pro, 'plus', { kind: 'change', to: { plan: 'plus', cancelAtPeriodEnd: false, upgrade: false } }],
    [
      'nothing, later',
      pro,
      'pay_per_call',
      { kind: 'change', to: { plan: 'pro', cancelAtPeriodEnd: true, upgrade: false } },
    ],
    ['cancelled twice', { ...pro, cancelAtPeriodEnd: true }, 'pay_per_call', { kind: 'unchanged' }],
    [
      'the same takes a cancellation back',
      { ...pro, cancelAtPeriodEnd: true },
      'pro',
      { kind: 'change', to: { plan: 'pro', cancelAtPeriodEnd: false, upgrade: false } },
    ],
    [
      'the same takes a smaller one back',
      { ...pro, nextPlan: 'plus' },
      'pro',
      { kind: 'change', to: { plan: 'pro', cancelAtPeriodEnd: false, upgrade: false } },
    ],
    ['the smaller one that is to come', { ...pro, nextPlan: 'plus' }, 'plus', { kind: 'unchanged' }],
    [
      'more than both',
      { ...pro, nextPlan: 'plus' },
      'scale',
      { kind: 'change', to: { plan: 'scale', cancelAtPeriodEnd: false, upgrade: true } },
    ],
    ['more while a payment is due', failing, 'scale', { kind: 'past due' }],
    ['the same while a payment is due', failing, 'pro', { kind: 'past due' }],
    [
      'nothing while a payment is due',
      failing,
      'pay_per_call',
      { kind: 'change', to: { plan: 'pro', cancelAtPeriodEnd: true, upgrade: false } },
    ],
    [
      'by the simulation, a payment that is due is paid again',
      { ...failing, simulated: true },
      'pro',
      { kind: 'checkout', plan: 'pro' },
    ],
  ] as const)('%s', (_, subscription, wanted, choice) => {
    expect(choosePlan(subscription, wanted)).toEqual(choice)
  })

  it('never falls below what was paid for the period, and never gives more without payment', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAID_PLANS), fc.constantFrom(...PLANS), (plan, wanted) => {
        const choice = choosePlan({ ...simulated, plan }, wanted)
        if (choice.kind !== 'change') return
        const after = changed({ ...simulated, plan }, choice.to)
        expect(PLANS.indexOf(after.plan)).toBe(
          Math.max(PLANS.indexOf(plan), choice.to.upgrade ? PLANS.indexOf(wanted) : 0),
        )
        const amount = proration({ ...simulated, plan }, choice.to.plan, at('2026-11-16'))
        expect(amount > 0n).toBe(choice.to.upgrade)
      }),
    )
  })

  it('a cancelled subscription that was not paid ends at once', () => {
    expect(
      changed({ ...failing, simulated: true }, { plan: 'pro', cancelAtPeriodEnd: true, upgrade: false }),
    ).toMatchObject({ status: 'ended', pastDueSince: null })
  })
})

describe('the price of an upgrade for the rest of a period', () => {
  it.each([
    ['2026-11-01', 'pro', '150.00'],
    ['2026-11-16', 'pro', '75.00'],
    ['2026-11-30', 'pro', '5.00'],
    ['2026-12-01', 'pro', '0.00'],
    ['2026-12-05', 'pro', '0.00'],
    ['2026-11-16', 'scale', '475.00'],
    ['2026-11-16', 'plus', '0.00'],
    ['2026-11-29', 'scale', '63.34'],
  ] as const)('on %s to %s: %s', (now, to, amount) => {
    expect(formatUsd(proration(plus, to, at(now)))).toBe(amount)
  })
})

describe('periods', () => {
  it.each([
    ['2026-01-31', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-03-31', '2026-04-30'],
    ['2027-12-15', '2027-12-15', '2028-01-15'],
    ['2028-01-30', '2028-01-30', '2028-02-29'],
    ['2026-10-31', '2026-12-31', '2027-01-31'],
  ])('a period from %s to %s is followed by one to %s', (began, end, next) => {
    expect(monthAfter(at(began), at(end))).toEqual(at(next))
  })

  it('keep the time of day', () => {
    expect(monthAfter(new Date('2026-01-31T13:14:15.678Z'), new Date('2026-01-31T13:14:15.678Z')).toISOString()).toBe(
      '2026-02-28T13:14:15.678Z',
    )
  })

  it('are followed by the next one, of the smaller plan if it was chosen, or by none', () => {
    const began = simulated.periodStart
    expect(afterPeriod(simulated, began)).toMatchObject({
      plan: 'pro',
      periodStart: at('2026-12-01'),
      periodEnd: at('2027-01-01'),
      status: 'active',
    })
    expect(afterPeriod({ ...simulated, nextPlan: 'plus' }, began)).toMatchObject({ plan: 'plus', nextPlan: null })
    expect(afterPeriod({ ...simulated, cancelAtPeriodEnd: true }, began)).toMatchObject({ status: 'ended' })
  })
})

describe('the plan that subscriptions give', () => {
  const now = at('2026-11-10')
  it.each([
    ['nothing: pay per call', [], 'pay_per_call'],
    ['what is paid', [pro], 'pro'],
    ['the larger of two', [plus, pro], 'pro'],
    ['what is to be cancelled, until then', [{ ...pro, cancelAtPeriodEnd: true }], 'pro'],
    ['a payment due within its grace', [{ ...failing, pastDueSince: at('2026-11-04') }], 'pro'],
    ['a payment due for its grace', [{ ...failing, pastDueSince: at('2026-11-03') }], 'pay_per_call'],
    ['what is no longer paid', [{ ...failing, status: 'unpaid', pastDueSince: at('2026-11-09') }], 'pay_per_call'],
    ['what has ended', [{ ...pro, status: 'ended' }, plus], 'plus'],
  ] as const)('%s', (_, subscriptions, plan) => {
    expect(GRACE_DAYS).toBe(7)
    expect(planOf(subscriptions, now)).toBe(plan)
  })

  it('a choice replaces the largest that has not ended', () => {
    expect(mainOf([plus, { ...pro, status: 'ended' }, { ...pro, id: 'sub_2' }])?.id).toBe('sub_2')
    expect(mainOf([])).toBeNull()
  })
})

describe('states of a subscription, in any order and repeated', () => {
  const state = (day: string, more: Partial<SubscriptionState> = {}): SubscriptionState => ({
    id: 'sub_1',
    workspaceId: 'ws_1',
    plan: 'pro',
    status: 'active',
    periodStart: at('2026-11-01'),
    periodEnd: at('2026-12-01'),
    cancelAtPeriodEnd: false,
    reportedAt: at(day),
    ...more,
  })
  const after = (states: readonly SubscriptionState[]): Subscription | null =>
    states.reduce<Subscription | null>((known, one) => {
      const taken = take(known, one)
      return taken.kind === 'taken' ? taken.subscription : known
    }, null)

  it('leave the newest state, in whatever order they arrive', () => {
    const instants = fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 1, max: 28 }),
        status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
        cancelAtPeriodEnd: fc.boolean(),
      }),
      { selector: ({ day }) => day, minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(
        instants.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
        ),
        ([list, reported]) => {
          const factOf = ({ day, ...more }: (typeof list)[number]) =>
            state(`2026-11-${String(day).padStart(2, '0')}`, more)
          const inOrder = list.toSorted((a, b) => a.day - b.day)
          const end = inOrder.find(({ status }) => status === 'ended')
          const newest = end ?? inOrder.at(-1)
          const known = after(reported.map(factOf))
          expect(known?.status).toBe(newest?.status)
          if (end === undefined) expect(known?.cancelAtPeriodEnd).toBe(newest?.cancelAtPeriodEnd)
        },
      ),
    )
  })

  it('change nothing when they are known already', () => {
    const known = after([state('2026-11-02')])
    expect(take(known, state('2026-11-02'))).toMatchObject({ kind: 'older', why: 'it is known' })
    expect(take(known, state('2026-11-01', { status: 'past_due' }))).toMatchObject({ kind: 'older' })
  })

  it('record their time even without a change, so that an older state is ignored after them', () => {
    const known = after([state('2026-11-01'), state('2026-11-20'), state('2026-11-10', { status: 'past_due' })])
    expect(known?.status).toBe('active')
  })

  it('keep a larger plan until its period ends, and give a larger one at once', () => {
    const lowered = after([state('2026-11-01'), state('2026-11-05', { plan: 'plus' })])
    expect(lowered).toMatchObject({ plan: 'pro', nextPlan: 'plus' })
    expect(
      take(lowered, state('2026-12-01', { plan: 'plus', periodStart: at('2026-12-01'), periodEnd: at('2027-01-01') })),
    ).toMatchObject({ subscription: { plan: 'plus', nextPlan: null } })
    expect(take(lowered, state('2026-11-06', { plan: 'scale' }))).toMatchObject({
      subscription: { plan: 'scale', nextPlan: null },
    })
    expect(take(lowered, state('2026-11-06'))).toMatchObject({ subscription: { plan: 'pro', nextPlan: null } })
  })

  it('begin one grace period, not another one with each retry of the card', () => {
    const due = after([
      state('2026-11-01'),
      state('2026-11-05', { status: 'past_due' }),
      state('2026-11-08', { status: 'past_due' }),
    ])
    expect(due?.pastDueSince).toEqual(at('2026-11-05'))
    expect(after([state('2026-11-05', { status: 'past_due' }), state('2026-11-06')])?.pastDueSince).toBeNull()
  })

  it('keep the later period when they have the same second', () => {
    const renewed = { periodStart: at('2026-12-01'), periodEnd: at('2027-01-01') }
    expect(after([state('2026-12-01', renewed), state('2026-12-01')])).toMatchObject(renewed)
    expect(after([state('2026-12-01'), state('2026-12-01', renewed)])).toMatchObject(renewed)
  })
})

describe('a subscription as Stripe reports it', () => {
  const reportedAt = at('2026-11-22')
  const read = (more: JsonObject) =>
    readSubscription({ ...stripeSubscription({ workspaceId: 'ws_1' }), ...more }, reportedAt)
  const item = (of: JsonObject): JsonObject => ({ items: { data: [of] } })
  const price = { currency: 'usd', unit_amount: 4_900, recurring: { interval: 'month' } }
  const period = { current_period_start: 1_790_000_000, current_period_end: 1_792_592_000 }

  it.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'unpaid'],
    ['paused', 'unpaid'],
    ['canceled', 'ended'],
    ['incomplete_expired', 'ended'],
  ])('%s is %s', (status, ours) => {
    expect(read({ status })).toMatchObject({
      kind: 'state',
      state: { workspaceId: 'ws_1', plan: 'plus', status: ours, reportedAt: reportedAt },
    })
  })

  it.each<[string, JsonObject, 'none' | 'wrong']>([
    ['of another application', { metadata: {} }, 'none'],
    ['of a top-up', { metadata: { purpose: 'topup', workspace_id: 'ws_1', plan: 'plus' } }, 'none'],
    ['not yet paid', { status: 'incomplete' }, 'none'],
    ['without a plan', { metadata: { purpose: 'plan', workspace_id: 'ws_1', plan: 'gold' } }, 'wrong'],
    ['of the free plan', { metadata: { purpose: 'plan', workspace_id: 'ws_1', plan: 'pay_per_call' } }, 'wrong'],
    ['of another price', item({ ...period, price: { ...price, unit_amount: 4_800 } }), 'wrong'],
    ['of another currency', item({ ...period, price: { ...price, currency: 'eur' } }), 'wrong'],
    ['billed yearly', item({ ...period, price: { ...price, recurring: { interval: 'year' } } }), 'wrong'],
    [
      'billed every third month',
      item({ ...period, price: { ...price, recurring: { interval: 'month', interval_count: 3 } } }),
      'wrong',
    ],
    ['twice', item({ ...period, price, quantity: 2 }), 'wrong'],
    [
      'with two items',
      {
        items: {
          data: [
            { ...period, price },
            { ...period, price },
          ],
        },
      },
      'wrong',
    ],
    ['without a period', item({ price }), 'wrong'],
    ['in an unknown state', { status: 'strange' }, 'wrong'],
    ['in a state that is named as a member of every object', { status: 'constructor' }, 'wrong'],
    ['empty', { items: null, metadata: null, status: null }, 'none'],
  ])('%s is not one of ours', (_, more, kind) => {
    expect(read(more).kind).toBe(kind)
  })

  it('has its period at the top level in older versions', () => {
    expect(read({ ...item({ price }), ...period })).toMatchObject({
      kind: 'state',
      state: { periodEnd: new Date(1_792_592_000_000) },
    })
  })

  it('ends also when its price is no longer ours', () => {
    expect(read({ status: 'canceled', ...item({ ...period, price: { ...price, unit_amount: 1 } }) })).toMatchObject({
      kind: 'state',
      state: { status: 'ended' },
    })
  })

  it('has invoices once they are paid', () => {
    const invoice = {
      id: 'in_1',
      amount_paid: 4_900,
      currency: 'usd',
      created: 1_790_000_000,
      lines: { data: [{ period: { start: 1, end: 5 } }, { period: { start: 2, end: 9 } }] },
      parent: { subscription_details: { metadata: { purpose: 'plan', workspace_id: 'ws_1', plan: 'plus' } } },
    }
    expect(readPlanInvoice(invoice)).toEqual({
      id: 'in_1',
      workspaceId: 'ws_1',
      cents: 4_900,
      description: 'Plus',
      period: { start: new Date(1_000), end: new Date(9_000) },
    })
    for (const more of [
      { amount_paid: 0 },
      { currency: 'eur' },
      { parent: null },
      { id: null },
      { amount_paid: 1.5 },
      { amount_paid: JSON.parse('9007199254740993') },
      { amount_paid: '4900' },
    ])
      expect(readPlanInvoice({ ...invoice, ...more })).toBeNull()
  })
})

it('a larger plan costs more', () => {
  const prices = PLANS.map(priceOf)
  expect(prices).toEqual(prices.toSorted((a, b) => (a < b ? -1 : 1)))
})
