import { randomUUID } from 'node:crypto'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Stripe from 'stripe'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { buildSession } from '../../../build/session.ts'
import { stripeSubscription, type StripeSubscriptionTerms } from '../../../build/subscription.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { readable } from '../../../support/history.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const SESSION_COOKIE = 'dashboard_session'
const SECRET = 'whsec_plans0000000000000000'
let simulator: Simulator
let service: TestService
let workspace: TestWorkspace
let session: HttpClient
let token: string
let subscriptionId: string
let start: number
beforeAll(async () => {
  simulator = await startSimulator()
  service = await startTestService({
    stripe: { secretKey: 'sk_test_x', webhookSecrets: [SECRET], baseUrl: simulator.url, livemode: false },
  })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await simulator.close()
})
beforeEach(async () => {
  simulator.reset()
  simulator.scriptPath('/v1/products', {
    status: 400,
    json: { error: { type: 'invalid_request_error', code: 'resource_already_exists', message: 'it exists' } },
  })
  workspace = await buildWorkspace(service.db)
  token = (await buildSession(service.db, workspace.id)).token
  session = httpClient(service.url, token)
  subscriptionId = `sub_${randomUUID().replaceAll('-', '')}`
  start = secondsNow() - 86_400
})

const subscription = (more: Partial<StripeSubscriptionTerms> = {}): JsonObject =>
  stripeSubscription({ id: subscriptionId, workspaceId: workspace.id, start, ...more })
const secondsNow = (): number => Math.floor(Date.now() / 1000)
async function receiveEvent(type: string, object: JsonObject, secondsAgo = 60, now = secondsNow()): Promise<string> {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    livemode: false,
    created: now - secondsAgo,
    data: { object },
  })
  const answer = await fetch(`${service.url}/v1/inbound/stripe`, {
    method: 'POST',
    body: payload,
    headers: {
      'Content-Type': 'application/json',
      'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET }),
    },
  })
  return JSON.parse(await answer.text()).outcome
}
const plan = async () => (await session.get('/v1/plan')).body
const choose = (wanted: string) => session.post('/v1/plan', { plan: wanted })
/** What the API states about the portal, and what the dashboard's page of the plan shows of it. */
async function portalOnPage() {
  const { text } = await httpClient(service.url).get('/dashboard/live/plan', { Cookie: `${SESSION_COOKIE}=${token}` })
  return {
    portal: (await session.get('/v1/plan')).at('portal'),
    hasButton: text.includes('Open the billing portal'),
    hasNote: text.includes('It opens after the first payment'),
  }
}
const path = () => `/v1/subscriptions/${subscriptionId}`
/** The changes that Stripe received, in order. */
const updates = () =>
  simulator.calls
    .filter((call) => call.method === 'POST' && call.path === path())
    .map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))))
/** Stripe has the first, and answers each change with the next. */
const scripted = (...states: readonly JsonObject[]) => simulator.scriptPath(path(), ...states.map((json) => ({ json })))

describe('a plan that is paid at Stripe', () => {
  it("is opened as a subscription with the plan's price, and applies once Stripe reports it", async () => {
    simulator.scriptPath('/v1/customers', { json: { id: 'cus_1', object: 'customer' } })
    simulator.scriptPath('/v1/checkout/sessions', {
      json: { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_1' },
    })
    const opened = await choose('plus')
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { plan: 'pay_per_call', checkout_url: 'https://checkout.stripe.com/c/pay/cs_1' },
    ])
    const sent = Object.fromEntries(
      new URLSearchParams(String(simulator.calls.find((call) => call.path === '/v1/checkout/sessions')?.body)),
    )
    expect(sent).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '4900',
      'line_items[0][price_data][recurring][interval]': 'month',
      'subscription_data[metadata][plan]': 'plus',
      'subscription_data[metadata][workspace_id]': workspace.id,
      'subscription_data[metadata][purpose]': 'plan',
    })
    // In the wrong order, and one of them twice.
    const now = secondsNow()
    expect(await receiveEvent('customer.subscription.updated', subscription(), 10, now)).toBe('applied')
    expect(await receiveEvent('customer.subscription.created', subscription({ status: 'incomplete' }), 20, now)).toBe(
      'noted',
    )
    expect(await receiveEvent('customer.subscription.updated', subscription(), 10, now)).toBe('noted')
    expect(await plan()).toMatchObject({
      plan: 'plus',
      limits: { discount_percent: 10 },
      renews_at: expect.any(String),
    })
  })

  it('is changed by one request at a time: of two at once one has to retry', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    simulator.scriptPath(path(), { json: subscription(), latencyMs: 1_500 }, { json: subscription({ plan: 'pro' }) })
    const answers = await Promise.all([choose('pro'), choose('pro')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503])
    expect(updates()).toHaveLength(1)
    expect(await plan()).toMatchObject({ plan: 'pro' })
  })

  it('is raised at once, paid at once, and the event that follows changes nothing', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    scripted(subscription(), subscription({ plan: 'scale' }))
    const startedAt = secondsNow()
    expect((await choose('scale')).body).toMatchObject({ plan: 'scale', checkout_url: null })
    expect(updates()).toEqual([
      expect.objectContaining({
        'items[0][id]': 'si_1',
        'items[0][price_data][product]': 'plan_scale',
        'items[0][price_data][unit_amount]': '99900',
        'metadata[plan]': 'scale',
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: 'false',
      }),
    ])
    // Reported late: one from before the change, and one of the same second.
    for (const secondsAgo of [30, 0])
      await receiveEvent('customer.subscription.updated', subscription(), secondsAgo, startedAt)
    expect(await plan()).toMatchObject({ plan: 'scale' })
    await receiveEvent('customer.subscription.updated', subscription({ plan: 'scale' }), -5)
    expect(await plan()).toMatchObject({ plan: 'scale', next_plan: null })
  })

  it('stays as it is when the card is declined', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    simulator.scriptPath(
      path(),
      { json: subscription() },
      {
        status: 402,
        json: {
          error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'no' },
        },
      },
    )
    const answer = await choose('pro')
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'message')]).toEqual([
      409,
      'conflict',
      expect.stringContaining('insufficient_funds'),
    ])
    expect(await plan()).toMatchObject({ plan: 'plus' })
  })

  it('is lowered without a refund, from the next period on', async () => {
    await receiveEvent('customer.subscription.created', subscription({ plan: 'pro' }))
    scripted(subscription({ plan: 'pro' }), subscription({ plan: 'plus' }))
    expect((await choose('plus')).body).toMatchObject({ plan: 'pro', next_plan: 'plus' })
    expect(updates()).toEqual([
      expect.objectContaining({ 'items[0][price_data][unit_amount]': '4900', proration_behavior: 'none' }),
    ])
    await receiveEvent('customer.subscription.updated', subscription({ plan: 'plus', start: start + 30 * 86_400 }), -5)
    expect(await plan()).toMatchObject({ plan: 'plus', next_plan: null })
  })

  it('counts what was paid for it when it is raised after it was lowered', async () => {
    await receiveEvent('customer.subscription.created', subscription({ plan: 'pro' }), 90)
    await receiveEvent('customer.subscription.updated', subscription({ plan: 'plus' }))
    scripted(subscription({ plan: 'plus' }), subscription({ plan: 'pro' }), subscription({ plan: 'scale' }))
    expect((await choose('scale')).body).toMatchObject({ plan: 'scale', next_plan: null })
    expect(updates().map((one) => [one['items[0][price_data][unit_amount]'], one['proration_behavior']])).toEqual([
      ['19900', 'none'],
      ['99900', 'always_invoice'],
    ])
  })

  it('is neither lowered at Stripe nor paid a second time when the answer to its raise was lost', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    scripted(subscription({ plan: 'pro' }))
    expect((await choose('pro')).body).toMatchObject({ plan: 'pro', next_plan: null })
    expect(updates()).toEqual([])
  })

  it('is cancelled with its period, and chosen again', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    scripted(
      subscription(),
      subscription({ cancelAtPeriodEnd: true }),
      subscription({ cancelAtPeriodEnd: true }),
      subscription(),
    )
    expect((await session.post('/v1/plan/cancel')).body).toMatchObject({
      plan: 'plus',
      cancel_at: expect.any(String),
      renews_at: null,
    })
    expect((await choose('plus')).body).toMatchObject({ plan: 'plus', cancel_at: null })
    expect(updates().map((one) => one['cancel_at_period_end'])).toEqual(['true', 'false'])
    await receiveEvent('customer.subscription.deleted', subscription({ status: 'canceled' }), 0)
    expect(await plan()).toMatchObject({ plan: 'pay_per_call' })
  })

  it('is not changed while a payment is due: the request is a conflict', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    await receiveEvent('customer.subscription.updated', subscription({ status: 'past_due' }), 30)
    expect(await plan()).toMatchObject({ plan: 'plus', payment_due_by: expect.any(String) })
    expect((await choose('pro')).at('error', 'code')).toBe('conflict')
    expect(simulator.calls).toEqual([])
  })

  it('is not changed while Stripe cannot be reached, with an error', async () => {
    await receiveEvent('customer.subscription.created', subscription())
    simulator.scriptPath(path(), { status: 503, json: { error: { type: 'api_error', message: 'away' } } })
    const answer = await choose('pro')
    expect([answer.status, answer.at('error', 'code')]).toEqual([503, 'unavailable'])
    expect(await plan()).toMatchObject({ plan: 'plus' })
  })

  it('has its portal at Stripe after its first payment', async () => {
    expect((await session.post('/v1/plan/portal')).at('error', 'code')).toBe('conflict')
    expect(await portalOnPage()).toEqual({ portal: 'after_first_payment', hasButton: false, hasNote: true })
    await receiveEvent('customer.subscription.created', subscription())
    expect(await portalOnPage()).toEqual({ portal: 'open', hasButton: true, hasNote: false })
    simulator.scriptPath('/v1/billing_portal/sessions', {
      json: { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/1' },
    })
    expect((await session.post('/v1/plan/portal')).body).toEqual({
      portal_url: 'https://billing.stripe.com/p/session/1',
    })
  })

  it('stores the address of the portal, which needs no sign-in, in no column and no history, and shows it again for its key', async () => {
    const url = 'https://billing.stripe.com/p/session/canary-51f0'
    await receiveEvent('customer.subscription.created', subscription())
    simulator.scriptPath('/v1/billing_portal/sessions', {
      json: { id: 'bps_2', object: 'billing_portal.session', url },
    })
    const send = () => session.post('/v1/plan/portal', undefined, { 'Idempotency-Key': 'portal-1' })
    expect([(await send()).body, (await send()).body]).toEqual([{ portal_url: url }, { portal_url: url }])
    expect(await tablesThatHold(service.db, url)).toEqual([])
    const texts: string[] = []
    for await (const { workflowId } of service.client.workflow.list({ query: `WorkflowType = 'openPortal'` })) {
      texts.push(readable(historyToJSON(await service.client.workflow.getHandle(workflowId).fetchHistory())))
    }
    expect([texts.length > 0, texts.join('').includes('canary-51f0')]).toEqual([true, false])
  })
})

describe('a deployment without payments', () => {
  it('shows plans and sells none', async () => {
    const closed = await startTestService({ worker: false, env: { DEPLOYMENT: 'production' } })
    const person = httpClient(closed.url, (await buildSession(closed.db, closed.workspace.id)).token)
    expect((await person.get('/v1/plan')).body).toMatchObject({ plan: 'pay_per_call', portal: 'unavailable' })
    expect((await person.post('/v1/plan', { plan: 'plus' })).at('error', 'code')).toBe('unavailable')
    expect((await person.post('/v1/plan/portal')).at('error', 'code')).toBe('unavailable')
    await closed.stop()
  })
})
