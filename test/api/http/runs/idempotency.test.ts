import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

const client = () => runClient(service.url, service.workspace.keys.test)
const keyed = (key: string) => ({ 'Idempotency-Key': key })

describe('Idempotency-Key', () => {
  it('makes one run and one charge of 100 concurrent requests, and replays 99 times', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client().run(findContact(), keyed('one-of-a-hundred'))),
    )
    expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1)
    expect(answers.every(({ status, body }) => status === 200 && body.billing.charged === '0.0143')).toBe(true)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(99)
    const { rows } = await service.db.pool.query(
      `select count(*)::int as charges from transfer where kind = 'charge' and run_id = $1`,
      [answers[0]?.body.run_id],
    )
    expect(rows).toEqual([{ charges: 1 }])
  })

  it('refuses the key for another request, and names its run', async () => {
    const first = await client().run(findContact(), keyed('used-up'))
    const second = await client().call<{ error: object }>(
      'POST',
      '/v1/run',
      findContact('', { routing: { strategy: 'fastest' } }),
      keyed('used-up'),
    )
    expect(second.status).toBe(422)
    expect(second.body.error).toMatchObject({ code: 'idempotency_mismatch', run_id: first.body.run_id })
  })

  it('treats a request with another wait, or another order of members, as the same one', async () => {
    const first = await client().run(findContact(), keyed('how-long'))
    const again = await client().run(
      { wait_seconds: 5, input: { domain: 'example.com', full_name: 'Ada Example' }, capability: 'contact.find' },
      keyed('"how-long"'),
    )
    expect(again.body.run_id).toBe(first.body.run_id)
    expect(again.headers.get('idempotent-replay')).toBe('true')
  })

  it('is read from the body too, and two that differ are refused', async () => {
    const first = await client().run(findContact('', { idempotency_key: 'leads:ada:intro' }))
    const again = await client().run(findContact(), keyed('leads:ada:intro'))
    expect(again.body.run_id).toBe(first.body.run_id)
    const both = await client().call<{ error: object }>(
      'POST',
      '/v1/run',
      findContact('', { idempotency_key: 'a' }),
      keyed('b'),
    )
    expect(both.status).toBe(400)
    expect(both.body.error).toMatchObject({ code: 'invalid_request', param: '/idempotency_key' })
  })

  it('belongs to one workspace and environment', async () => {
    const other = await buildWorkspace(service.db)
    const mine = await client().run(findContact(), keyed('shared-name'))
    const theirs = await runClient(service.url, other.keys.test).run(findContact(), keyed('shared-name'))
    expect(theirs.body.run_id).not.toBe(mine.body.run_id)
    expect(theirs.headers.get('idempotent-replay')).toBeNull()
  })

  it('is not kept for a request that was refused before a run existed', async () => {
    const refused = await client().run({ ...findContact(), input: {} }, keyed('second-try'))
    expect(refused.status).toBe(400)
    expect((await client().run(findContact(), keyed('second-try'))).status).toBe(200)
  })

  it('is released when no provider could be tried for lack of money', async () => {
    const poor = await buildWorkspace(service.db, { test: '0.001' })
    const poorClient = runClient(service.url, poor.keys.test)
    const refused = await poorClient.run(findContact(), keyed('once-there-is-money'))
    expect([refused.status, refused.body.error?.code]).toEqual([402, 'insufficient_balance'])
    const again = await poorClient.run(
      findContact('', { routing: { max_cost: '0.0005' } }),
      keyed('once-there-is-money'),
    )
    expect([again.status, again.body.error?.code]).toEqual([402, 'cost_limit_exceeded'])
    expect(again.body.run_id).not.toBe(refused.body.run_id)
  })

  it('waits for the first run, up to the requested time, while it is under way', async () => {
    const first = await client().run(findContact('+slow-3', { async: true }), keyed('under-way'))
    expect([first.status, first.body.done]).toEqual([202, false])
    const again = await client().run(findContact('+slow-3', { wait_seconds: 20 }), keyed('under-way'))
    expect(again.body).toMatchObject({ run_id: first.body.run_id, status: 'succeeded' })
  })
})
