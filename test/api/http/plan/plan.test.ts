import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
let workspace: TestWorkspace
let session: HttpClient
let key: HttpClient
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 200 })
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  session = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  key = httpClient(service.url, workspace.keys.live)
})

const plan = async () => (await key.get('/v1/plan')).body
const choose = (wanted: string, headers = {}) => session.post('/v1/plan', { plan: wanted }, headers)
const pay = (opened: HttpAnswer, card = 'works') =>
  httpClient(service.url).request(`${new URL(String(opened.at('checkout_url'))).pathname}/pay?card=${card}`, {
    method: 'POST',
  })
const subscribe = async (wanted: string) => pay(await choose(wanted))
const invoices = async () =>
  (
    await service.db.pool.query<{ amount: string; description: string }>(
      `select amount::text, description from invoice where workspace_id = $1 order by number`,
      [workspace.id],
    )
  ).rows.map(({ amount, description }) => `${description}: ${amount}`)
/** Moves the subscription's time by this many days. */
const wait = (days: number) =>
  service.db.pool.query(
    `update plan_subscription set period_start = period_start - make_interval(days => $2),
      period_end = period_end - make_interval(days => $2), created_at = created_at - make_interval(days => $2),
      past_due_since = past_due_since - make_interval(days => $2) where workspace_id = $1`,
    [workspace.id, days],
  )

describe('a plan', () => {
  it('is pay per call at first, with its limits and their use', async () => {
    await key.post('/v1/features', { tables: true })
    for (const client of [key, httpClient(service.url, workspace.keys.test)])
      await client.post('/v1/tables/people/rows', { rows: [{ email: 'a@example.com' }, { email: 'b@example.com' }] })
    expect(await plan()).toEqual({
      plan: 'pay_per_call',
      price: '0.00',
      limits: { tables: 20, rows: 25_000, discount_percent: 0 },
      usage: { tables: 2, rows: 4 },
      renews_at: null,
      cancel_at: null,
      next_plan: null,
      payment_due_by: null,
      portal: 'open',
    })
  })

  it('is chosen, paid on a page marked as a simulation, and applies once it is paid, once', async () => {
    const opened = await choose('plus')
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { plan: 'pay_per_call', checkout_url: expect.stringContaining('/checkout/plan_') },
    ])
    const page = await httpClient(service.url).get(new URL(String(opened.at('checkout_url'))).pathname)
    expect(page.text).toMatch(/This is a simulation.*\$49\.00 every month.*Plan Plus/s)
    expect((await pay(opened, 'declined')).status).toBe(402)
    expect(await plan()).toMatchObject({ plan: 'pay_per_call' })
    expect((await Promise.all([pay(opened), pay(opened), pay(opened)])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ])
    expect(await plan()).toMatchObject({
      plan: 'plus',
      price: '49.00',
      limits: { tables: 50, rows: 100_000, discount_percent: 10 },
      renews_at: expect.any(String),
      cancel_at: null,
    })
    expect(await invoices()).toEqual(['Plus (simulated: no money moved): 49000000'])
    expect((await key.get('/v1/wallet/invoices')).body).toMatchObject({ items: [{ total: '49.00' }] })
  })

  it('is upgraded at once for the rest of the month', async () => {
    await subscribe('plus')
    const upgraded = await choose('pro')
    expect(upgraded.body).toMatchObject({ plan: 'pro', checkout_url: null, limits: { rows: 500_000 } })
    expect(await invoices()).toEqual([expect.any(String), 'Pro (simulated: no money moved): 150000000'])
  })

  it('is lowered at the end of the month; choosing the same plan undoes that', async () => {
    await subscribe('pro')
    expect((await choose('plus')).body).toMatchObject({ plan: 'pro', next_plan: 'plus' })
    expect((await choose('pro')).body).toMatchObject({ plan: 'pro', next_plan: null })
    expect((await choose('plus')).body).toMatchObject({ next_plan: 'plus' })
    await wait(31)
    expect(await until(plan, (now) => Object(now).plan === 'plus')).toMatchObject({
      next_plan: null,
      renews_at: expect.any(String),
      limits: { rows: 100_000 },
    })
    expect(await invoices()).toEqual([
      'Pro (simulated: no money moved): 199000000',
      'Plus (simulated: no money moved): 49000000',
    ])
  })

  it('is cancelled at the end of the month; choosing the same plan undoes that', async () => {
    await subscribe('plus')
    const cancelled = await session.post('/v1/plan/cancel')
    expect(cancelled.body).toMatchObject({ plan: 'plus', cancel_at: expect.any(String), renews_at: null })
    expect((await session.post('/v1/plan/cancel')).body).toEqual(cancelled.body)
    expect((await choose('plus')).body).toMatchObject({ plan: 'plus', cancel_at: null })
    await session.post('/v1/plan/cancel')
    await wait(31)
    expect(await until(plan, (now) => Object(now).plan === 'pay_per_call')).toMatchObject({
      cancel_at: null,
      renews_at: null,
      limits: { tables: 20 },
    })
    expect(await invoices()).toHaveLength(1)
    expect((await choose('plus')).body).toMatchObject({ checkout_url: expect.any(String) })
  })

  it('is renewed monthly, each time with its invoice, also after a long pause', async () => {
    await subscribe('plus')
    await wait(100)
    await until(invoices, (list) => list.length >= 4)
    expect(await invoices()).toHaveLength(4)
    const { rows } = await service.db.pool.query(
      'select period_start, period_end from invoice where workspace_id = $1 order by number',
      [workspace.id],
    )
    for (const [index, { period_start: start }] of rows.slice(2).entries())
      expect(start).toEqual(rows[index + 1].period_end)
    expect(await plan()).toMatchObject({ plan: 'plus' })
  })

  it('outlives a declined card for its grace period, and is then lost until it is paid again', async () => {
    await pay(await choose('plus'), 'declines_later')
    await wait(31)
    const due = await until(plan, (now) => Object(now).payment_due_by !== null)
    expect(due).toMatchObject({ plan: 'plus' })
    await wait(8)
    await until(plan, (now) => Object(now).plan === 'pay_per_call')
    const again = await choose('plus')
    expect(again.body).toMatchObject({ checkout_url: expect.any(String) })
    await pay(again)
    expect(await plan()).toMatchObject({ plan: 'plus', payment_due_by: null })
  })
})

describe('choosing a plan', () => {
  it('happens once for a key: a repetition has the same answer, and another request with it is refused', async () => {
    const first = await choose('plus', { 'Idempotency-Key': 'choose-1' })
    const again = await choose('plus', { 'Idempotency-Key': 'choose-1' })
    expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', first.body])
    expect((await choose('pro', { 'Idempotency-Key': 'choose-1' })).at('error', 'code')).toBe('idempotency_mismatch')
    expect(
      (
        await service.db.pool.query('select count(*)::int as n from plan_checkout where workspace_id = $1', [
          workspace.id,
        ])
      ).rows,
    ).toEqual([{ n: 1 }])
  })

  it('needs a session: a key reads the plan and changes nothing', async () => {
    for (const path of ['/v1/plan', '/v1/plan/cancel', '/v1/plan/portal']) {
      const answer = await key.post(path, path === '/v1/plan' ? { plan: 'plus' } : undefined)
      expect([answer.status, answer.at('error', 'code')]).toEqual([403, 'forbidden'])
    }
  })

  it('twice on two pages pays one: the other page has expired', async () => {
    const [plus, pro] = [await choose('plus'), await choose('pro')]
    const statuses = (await Promise.all([pay(plus), pay(pro)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await invoices()).toHaveLength(1)
  })

  it('together with cancelling ends in one of the two, with one invoice for each payment', async () => {
    await subscribe('plus')
    const answers = await Promise.all([
      choose('pro'),
      session.post('/v1/plan/cancel'),
      choose('pro'),
      session.post('/v1/plan/cancel'),
      choose('scale'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const now = await plan()
    expect(Object(now).plan).toBe('scale')
    const charged = (
      await service.db.pool.query(`select sum(amount)::text as total from invoice where workspace_id = $1`, [
        workspace.id,
      ])
    ).rows[0].total
    // Plus for the month, and from there to Scale in one step or in two.
    expect(['999000000', '999010000']).toContain(charged)
  })

  it.each(['gold', '', null, 3])('refuses %p', async (wanted) => {
    const answer = await session.post('/v1/plan', { plan: wanted })
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
  })

  it('has a portal marked as a simulation', async () => {
    const { body } = await session.post('/v1/plan/portal')
    const page = await httpClient(service.url).get(new URL(String(Object(body).portal_url)).pathname)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('This is a simulation')])
  })
})

describe('a quota', () => {
  const rows = (from: number, count: number) => ({
    rows: Array.from({ length: count }, (_, index) => ({ email: `p${from + index}@example.com` })),
  })
  /** As if this number of rows existed: the table's own count is what is counted. */
  const hold = (count: number) =>
    service.db.pool.query(`update workspace_table set row_count = $2 where workspace_id = $1 and name = 'people'`, [
      workspace.id,
      count,
    ])

  it('follows the plan up and down; stored data stays readable, and a full one names the remedy', async () => {
    await key.post('/v1/features', { tables: true })
    await key.post('/v1/tables/people/rows', rows(0, 3))
    await key.post('/v1/tables/others/rows', rows(0, 1))
    await hold(24_999)
    const full = await key.post('/v1/tables/others/rows', rows(10, 1))
    expect([full.status, full.at('error', 'code'), full.at('error', 'message')]).toEqual([
      409,
      'limit_reached',
      expect.stringMatching(/25000 rows.*allows 25000.*larger plan with POST \/v1\/plan/),
    ])
    await subscribe('plus')
    expect((await key.post('/v1/tables/others/rows', rows(10, 1))).status).toBe(200)
    await session.post('/v1/plan/cancel')
    await wait(31)
    await until(plan, (now) => Object(now).plan === 'pay_per_call')
    expect((await key.post('/v1/tables/others/rows', rows(20, 1))).at('error', 'code')).toBe('limit_reached')
    expect((await key.get('/v1/tables/others/rows')).at('items', 'length')).toBe(2)
    // Existing data may still be changed.
    expect(
      (await key.post('/v1/tables/others/rows', { rows: [{ email: 'p0@example.com', city: 'Bern' }] })).body,
    ).toMatchObject({ updated: 1 })
    expect(await plan()).toMatchObject({ usage: { rows: 25_001 }, limits: { rows: 25_000 } })
  })

  it('at its edge admits exactly what fits, with many requests at once and while the plan changes', async () => {
    await key.post('/v1/features', { tables: true })
    await key.post('/v1/tables/people/rows', rows(0, 1))
    await subscribe('plus')
    await session.post('/v1/plan/cancel')
    await hold(24_990)
    const wanted = Array.from({ length: 12 }, (_, index) =>
      key.post(`/v1/tables/t${index % 3}/rows`, rows(index * 10, 5)),
    )
    const [answers] = await Promise.all([Promise.all(wanted), wait(31)])
    await until(plan, (now) => Object(now).plan === 'pay_per_call')
    const taken = answers.filter(({ status }) => status === 200).length
    expect(Object(await plan()).usage.rows).toBe(24_990 + taken * 5)
    expect((await key.post('/v1/tables/t0/rows', rows(900, 11))).at('error', 'code')).toBe('limit_reached')
  })

  it('limits a run that stores its result: rows without room are refused one by one, and the result is returned', async () => {
    const sandbox = httpClient(service.url, workspace.keys.test)
    await sandbox.post('/v1/features', { tables: true })
    await sandbox.post('/v1/tables/people/rows', rows(0, 1))
    await sandbox.post('/v1/tables/found/rows', rows(0, 1))
    const search = (query: string) =>
      sandbox.post('/v1/run', {
        capability: 'social.search',
        input: { platform: 'x', query, limit: 5 },
        into: { table: 'found' },
      })
    await hold(24_999)
    const full = await search('shoes')
    expect(full.body).toMatchObject({ status: 'succeeded', table: { inserted: 0, refused: expect.any(Number) } })
    await subscribe('plus')
    const roomy = await search('boots')
    expect(roomy.body).toMatchObject({ status: 'succeeded', table: { inserted: expect.any(Number) } })
    expect(Number(roomy.at('table', 'inserted'))).toBeGreaterThan(0)
  })

  it('limits every way to create a table', async () => {
    await key.post('/v1/features', { tables: true })
    for (let number = 1; number <= 19; number += 1) await key.post('/v1/tables', { name: `t${number}` })
    const answers = await Promise.all([
      key.post('/v1/tables', { name: 'a' }),
      key.post('/v1/tables/b/rows', rows(0, 1)),
      key.request('/v1/tables/c/import', {
        method: 'POST',
        text: 'email\na@example.com\n',
        headers: { 'Content-Type': 'text/csv' },
      }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await plan()).toMatchObject({ usage: { tables: 20 } })
  })
})
