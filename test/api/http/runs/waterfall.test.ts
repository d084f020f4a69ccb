import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { fixture } from '../../../fixtures/load.ts'
import type { Reply } from '../../../support/http-simulator.ts'
import { type LiveProviders, startLiveProviders } from '../../../support/live-providers.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  providers = await startLiveProviders()
  service = await startTestService({ providers: providers.settings })
})
beforeEach(async () => {
  for (const one of [providers.hunter, providers.findymail, providers.leadmagic]) one.reset()
  // Each test begins with providers without failures and accounts with room.
  await service.db.pool.query(
    "update attempt set finished_at = finished_at - interval '2 hours' where finished_at is not null",
  )
  await service.db.pool.query(
    'update provider_account set exhausted_until = null, tokens = 100, refilled_at = clock_timestamp()',
  )
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await providers.close()
  expect(drifts).toEqual([])
})

const input = { full_name: 'Robin Sample', domain: 'example.com' }
const find = (more: object = {}) =>
  runClient(service.url, service.workspace.keys.live).run({ capability: 'contact.find', input, ...more })
/** The simulator of each provider's name, in the order in which the run called them. */
const script = (replies: Partial<Record<'hunter' | 'findymail' | 'leadmagic', Reply>>) => {
  for (const [slug, reply] of Object.entries(replies)) {
    if (slug === 'hunter' || slug === 'findymail' || slug === 'leadmagic') providers[slug].script(reply)
  }
}
/** Lines of level 40 or above about a run. */
const warned = (runId: string): object[] =>
  service.logLines.map((line) => JSON.parse(line)).filter(({ run_id: id, level }) => id === runId && level >= 40)
const missed = {
  hunter: fixture('hunter/miss'),
  findymail: fixture('findymail/miss'),
  leadmagic: fixture('leadmagic/miss'),
}

describe('a live contact.find over HTTP', () => {
  it('falls from a failing first provider to the next, and charges only the one that delivered', async () => {
    const first = (await find()).body // All answer 501: shows which is called first, and that three are tried.
    expect(first.attempts.map(({ provider }) => provider).toSorted()).toEqual(['findymail', 'hunter', 'leadmagic'])
    const [a, b] = first.attempts.map(({ provider }) => provider)
    script({ ...missed, [String(a)]: { status: 500, json: {} }, [String(b)]: fixture(`${String(b)}/found`) })
    const { status, body } = await find()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: b,
      simulated: false,
      attempts: [
        { provider: a, outcome: 'provider_error' },
        { provider: b, outcome: 'succeeded' },
      ],
    })
    const { rows } = await service.db.pool.query(`select kind, amount from transfer where run_id = $1 order by id`, [
      body.run_id,
    ])
    expect(rows.filter(({ kind }) => kind === 'charge')).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['a 500', { status: 500, json: {} }],
    ['a connection reset', { fault: 'reset' }],
    ['a reset in the middle of the body', { ...fixture('hunter/found'), fault: 'resetMidBody' }],
    ['malformed JSON', { status: 200, text: '{"data": ', headers: { 'content-type': 'application/json' } }],
    ['an oversized body', { status: 200, json: { data: 'x'.repeat(11 * 1024 * 1024) } }],
    ['a rate limit', fixture('hunter/rate-limited')],
    ['a used-up quota', fixture('hunter/quota-used-up')],
  ])('%s of a pinned provider fails the run, with one call and no charge', async (_name, reply) => {
    script({ hunter: reply })
    const { status, body } = await find({ routing: { provider: 'hunter' } })
    expect(status).toBe(502)
    expect(body).toMatchObject({
      status: 'failed',
      provider: null,
      billing: { charged: null },
      error: { code: 'provider_error' },
      attempts: [{ provider: 'hunter' }],
    })
    expect(providers.hunter.calls).toHaveLength(1)
    expect(providers.leadmagic.calls).toHaveLength(0)
  })

  it('times out at the deadline of the manifest', async () => {
    script({ hunter: { fault: 'hang' } })
    const { status, body } = await find({ routing: { provider: 'hunter' }, wait_seconds: 60 })
    expect(status).toBe(504)
    expect(body).toMatchObject({
      status: 'timed_out',
      error: { code: 'provider_timeout' },
      attempts: [{ outcome: 'provider_timeout' }],
    })
    expect(warned(body.run_id)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'attempt_failed',
        attempt: 1,
        provider: 'hunter',
        capability: 'contact.find',
        outcome: 'provider_timeout',
        latency_ms: expect.any(Number),
      }),
    ])
  }, 300_000)

  it('leaves one line in the log for each attempt that failed, none for a miss, and no input', async () => {
    script({ ...missed, hunter: { status: 500, json: { told: 'of Robin Sample' } } })
    const { body } = await find()
    expect(body.attempts.map(({ provider, outcome }) => `${provider} ${outcome}`).toSorted()).toEqual([
      'findymail no_match',
      'hunter provider_error',
      'leadmagic no_match',
    ])
    expect(warned(body.run_id)).toEqual([expect.objectContaining({ provider: 'hunter', outcome: 'provider_error' })])
    expect(JSON.stringify(warned(body.run_id))).not.toMatch(/Robin|example\.com|hunter-key/)
    const sandbox = await runClient(service.url, service.workspace.keys.test).run({
      capability: 'contact.find',
      input: { ...input, full_name: 'Robin +fallback' },
    })
    expect(sandbox.body.attempts).toMatchObject([{ outcome: 'provider_error' }, { outcome: 'succeeded' }])
    expect(warned(sandbox.body.run_id)).toEqual([])
  })

  it('without fallback calls one provider only', async () => {
    script(missed)
    const { body } = await find({ routing: { allow_fallback: false } })
    expect(body.attempts).toHaveLength(1)
  })

  it('leaves a provider alone whose quota is used up, and states that', async () => {
    script({ ...missed, hunter: fixture('hunter/quota-used-up') })
    await find({ routing: { provider: 'hunter' } })
    const { body } = await find()
    expect(body.attempts.map(({ provider }) => provider)).not.toContain('hunter')
    expect(body.routing_reason).toContain('hunter (its platform account is used up for now)')
  })

  it('skips a provider after repeated failures, but never the only one', async () => {
    script({ ...missed, leadmagic: { status: 500, json: {} } })
    for (let failure = 0; failure < 5; failure += 1) await find({ routing: { provider: 'leadmagic' } })
    const auto = (await find()).body
    expect(auto.attempts.find(({ provider }) => provider === 'leadmagic')).toMatchObject({ outcome: 'skipped' })
    expect(providers.leadmagic.calls).toHaveLength(5)
    await find({ routing: { provider: 'leadmagic' } })
    expect(providers.leadmagic.calls).toHaveLength(6)
  })

  it('with one miss among failures the run is a miss', async () => {
    script({ ...missed, leadmagic: { status: 500, json: {} }, findymail: { status: 500, json: {} } })
    expect((await find()).body).toMatchObject({ status: 'no_match', error: { code: 'no_match' } })
  })
})
