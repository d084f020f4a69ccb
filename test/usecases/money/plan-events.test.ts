import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import type { StripeEvent } from '../../../domain/payments/event.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Database } from '../../../db/database.ts'
import { applyStripeEvent } from '../../../usecases/money/apply-stripe-event.ts'
import { readPlanState } from '../../../db/money/plans/state.ts'
import { readOverduePlans } from '../../../db/money/plans/sweep.ts'
import { movePlanOn } from '../../../usecases/money/move-plan-on.ts'
import { stripeSubscription, type StripeSubscriptionTerms } from '../../build/subscription.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

let db: Database
let close: () => Promise<void>
let workspaceId: string
let subscriptionId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  ;({ id: workspaceId } = await buildWorkspace(db))
  subscriptionId = `sub_${randomUUID().replaceAll('-', '')}`
})

const NOW = Math.floor(Date.now() / 1000)
const START = NOW - 86_400
const MONTH = 30 * 86_400
const event = (type: string, created: number, object: JsonObject): StripeEvent => ({
  id: `evt_${randomUUID()}`,
  type,
  livemode: false,
  created,
  account: null,
  object,
})
const apply = async (one: StripeEvent) => {
  const result = await applyStripeEvent(db, one, { livemode: false })
  return result.kind === 'done' ? result.applied : { outcome: result.kind, detail: '' }
}
const subscription = (more: Partial<StripeSubscriptionTerms> = {}): JsonObject =>
  stripeSubscription({ id: subscriptionId, workspaceId, start: START, ...more })
const state = async () => {
  const { plan, subscriptions } = await readPlanState(db, workspaceId)
  return {
    plan,
    subscriptions: subscriptions.map(
      ({ plan: paid, nextPlan, status, periodEnd, cancelAtPeriodEnd, pastDueSince }) => ({
        paid,
        nextPlan,
        status,
        periodEnd,
        cancelAtPeriodEnd,
        pastDueSince,
      }),
    ),
  }
}

/** Every order of a few items. */
const orders = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))

type Step = readonly [type: string, created: number, more: Partial<StripeSubscriptionTerms>]
const LIVES: readonly (readonly [string, readonly Step[], string])[] = [
  [
    'begun and raised',
    [
      ['created', 0, { plan: 'plus' }],
      ['updated', 60, { plan: 'plus' }],
      ['updated', 120, { plan: 'pro' }],
    ],
    'pro',
  ],
  [
    'begun, due and paid',
    [
      ['created', 0, {}],
      ['updated', 60, { status: 'past_due' }],
      ['updated', 120, {}],
    ],
    'plus',
  ],
  [
    'begun and due',
    [
      ['created', 0, {}],
      ['updated', 60, {}],
      ['updated', 120, { status: 'past_due' }],
    ],
    'plus',
  ],
  [
    'begun, cancelled and taken back',
    [
      ['created', 0, {}],
      ['updated', 60, { cancelAtPeriodEnd: true }],
      ['updated', 120, {}],
    ],
    'plus',
  ],
  [
    'begun, cancelled and ended',
    [
      ['created', 0, {}],
      ['updated', 60, { cancelAtPeriodEnd: true }],
      ['deleted', 120, { status: 'canceled' }],
    ],
    'pay_per_call',
  ],
  [
    'renewed',
    [
      ['created', 0, {}],
      ['updated', 60, {}],
      ['updated', 120, { start: START + MONTH }],
    ],
    'plus',
  ],
  [
    'given up',
    [
      ['created', 0, {}],
      ['updated', 60, { status: 'past_due' }],
      ['updated', 120, { status: 'unpaid' }],
    ],
    'pay_per_call',
  ],
]

describe('events of a subscription', () => {
  it.each(LIVES)('%s: in every order and reported twice, they leave one state', async (_, steps, plan) => {
    const seen = new Set<string>()
    for (const order of orders(steps)) {
      ;({ id: workspaceId } = await buildWorkspace(db))
      subscriptionId = `sub_${randomUUID().replaceAll('-', '')}`
      const events = order.map(([type, after, more]) =>
        event(`customer.subscription.${type}`, NOW + after, subscription(more)),
      )
      for (const one of [...events, ...events]) expect((await apply(one)).outcome).not.toBe('refused')
      // The same event under another id changes nothing either.
      for (const one of events) await apply({ ...one, id: `evt_${randomUUID()}` })
      const { plan: given, subscriptions } = await state()
      expect(given).toBe(plan)
      seen.add(
        JSON.stringify(subscriptions.map(({ pastDueSince, ...rest }) => ({ ...rest, due: pastDueSince !== null }))),
      )
    }
    expect(seen.size).toBe(1)
  })

  it('at the same moment, each reported once, leave the newest state and count once', async () => {
    const events = [0, 60, 120, 180].map((after, index) =>
      event('customer.subscription.updated', NOW + after, subscription({ plan: index % 2 === 0 ? 'plus' : 'pro' })),
    )
    const outcomes = await Promise.all([...events, ...events].map(apply))
    expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(4)
    expect((await state()).plan).toBe('pro')
    expect(
      (await db.pool.query('select count(*)::int as n from plan_subscription where workspace_id = $1', [workspaceId]))
        .rows,
    ).toEqual([{ n: 1 }])
  })

  it.each<[string, Partial<StripeSubscriptionTerms>, RegExp]>([
    ['an unknown workspace', { workspaceId: 'ws_00000000000000000000000000' }, /workspace that does not exist/],
    ['an unknown price', { cents: 100 }, /does not cost what Plus costs/],
  ])('change nothing and report why: %s', async (_, more, why) => {
    expect(await apply(event('customer.subscription.created', NOW, subscription(more)))).toMatchObject({
      outcome: 'refused',
      detail: expect.stringMatching(why),
    })
    expect(await state()).toEqual({ plan: 'pay_per_call', subscriptions: [] })
  })

  it('change no workspace when they name another one than before', async () => {
    await apply(event('customer.subscription.created', NOW, subscription()))
    const other = await buildWorkspace(db)
    expect(
      await apply(
        event('customer.subscription.updated', NOW + 60, subscription({ workspaceId: other.id, plan: 'scale' })),
      ),
    ).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/another workspace/) })
    expect((await state()).plan).toBe('plus')
    expect((await readPlanState(db, other.id)).plan).toBe('pay_per_call')
  })

  it('change nothing when the subscription names no workspace', async () => {
    expect(await apply(event('customer.subscription.created', NOW, { ...subscription(), metadata: {} }))).toMatchObject(
      {
        outcome: 'noted',
      },
    )
    expect((await state()).plan).toBe('pay_per_call')
  })

  it('select the larger of two that are paid at once, and report that both are paid', async () => {
    await apply(event('customer.subscription.created', NOW, subscription({ plan: 'pro' })))
    const second = event(
      'customer.subscription.created',
      NOW + 5,
      subscription({ id: `sub_${randomUUID()}`, plan: 'plus' }),
    )
    expect(await apply(second)).toMatchObject({
      outcome: 'applied',
      detail: expect.stringMatching(/2 subscriptions, and pays all of them; its plan is pro/),
    })
    await apply(event('customer.subscription.deleted', NOW + 60, subscription({ plan: 'pro', status: 'canceled' })))
    expect((await state()).plan).toBe('plus')
  })
})

describe('invoices of a plan', () => {
  const invoice = (more: JsonObject = {}): JsonObject => ({
    id: `in_${subscriptionId}`,
    amount_paid: 4_900,
    currency: 'usd',
    created: NOW,
    billing_reason: 'subscription_create',
    lines: { data: [{ period: { start: START, end: START + MONTH } }] },
    parent: { subscription_details: { metadata: { purpose: 'plan', workspace_id: workspaceId, plan: 'plus' } } },
    ...more,
  })
  const written = async () =>
    (
      await db.pool.query(
        'select description, amount::text, simulated, extract(epoch from period_end)::bigint::text as ends from invoice where workspace_id = $1',
        [workspaceId],
      )
    ).rows

  it('have one line each once they are paid, before or after their subscription is reported', async () => {
    expect(await apply(event('invoice.paid', NOW, invoice()))).toMatchObject({ outcome: 'applied' })
    expect(await apply(event('invoice.paid', NOW, invoice()))).toMatchObject({ outcome: 'noted' })
    await apply(event('customer.subscription.created', NOW, subscription()))
    expect(await written()).toEqual([
      { description: 'Plus', amount: '49000000', simulated: false, ends: String(START + MONTH) },
    ])
  })

  it('change nothing for an unknown customer, an amount of zero or an unpaid invoice', async () => {
    const strange = {
      parent: { subscription_details: { metadata: { purpose: 'plan', workspace_id: 'ws_none', plan: 'plus' } } },
    }
    expect(await apply(event('invoice.paid', NOW, invoice(strange)))).toMatchObject({ outcome: 'refused' })
    expect(await apply(event('invoice.paid', NOW, invoice({ amount_paid: 0 })))).toMatchObject({ outcome: 'noted' })
    expect(await apply(event('invoice.payment_failed', NOW, invoice({ amount_paid: 0 })))).toMatchObject({
      outcome: 'noted',
    })
    expect(await written()).toEqual([])
  })
})

describe('a payment that is due', () => {
  it('keeps the plan for its grace period and not for longer, however often Stripe retries; once paid, the plan is back', async () => {
    const days = (count: number) => NOW - count * 86_400
    await apply(event('customer.subscription.created', days(10), subscription()))
    await apply(event('customer.subscription.updated', days(8), subscription({ status: 'past_due' })))
    await apply(event('customer.subscription.updated', days(1), subscription({ status: 'past_due' })))
    const mine = (await readOverduePlans(db, 100)).filter((one) => one.workspaceId === workspaceId)
    expect(mine).toEqual([{ id: subscriptionId, workspaceId }])
    const moved = await Promise.all([1, 2].map(() => movePlanOn(db, { id: subscriptionId, workspaceId })))
    expect(moved.filter((one) => one !== null)).toHaveLength(1)
    expect((await state()).plan).toBe('pay_per_call')
    expect((await readOverduePlans(db, 100)).filter((one) => one.workspaceId === workspaceId)).toEqual([])
    await apply(event('customer.subscription.updated', NOW, subscription({ status: 'past_due' })))
    expect((await state()).plan).toBe('pay_per_call')
    await apply(event('customer.subscription.updated', NOW + 1, subscription()))
    expect((await state()).plan).toBe('plus')
  })

  it('cannot be changed within its grace period', async () => {
    await apply(event('customer.subscription.created', NOW - 10, subscription()))
    await apply(event('customer.subscription.updated', NOW, subscription({ status: 'past_due' })))
    expect((await readOverduePlans(db, 100)).filter((one) => one.workspaceId === workspaceId)).toEqual([])
    expect(await movePlanOn(db, { id: subscriptionId, workspaceId })).toBeNull()
    expect((await state()).plan).toBe('plus')
  })
})
