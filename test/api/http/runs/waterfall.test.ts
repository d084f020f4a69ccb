import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import type { ModeName } from '../../../twins/kit/mode.ts'

const SLUGS = ['hunter', 'findymail', 'leadmagic'] as const
let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: SLUGS })
  service = stage.service
})
beforeEach(async () => {
  stage.calm()
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
  await stage.stop()
  expect(drifts).toEqual([])
})

const input = { full_name: 'Robin Sample', domain: 'example.com' }
const find = (more: object = {}) =>
  runClient(service.url, service.workspace.keys.live).run({ capability: 'contact.find', input, ...more })
/** Lines of level 40 or above about a run. */
const warned = (runId: string): object[] =>
  service.logLines.map((line) => JSON.parse(line)).filter(({ run_id: id, level }) => id === runId && level >= 40)
/** No provider finds them. */
const missed = { input: { ...input, domain: 'no-match.example.com' } }

describe('a live contact.find over HTTP', () => {
  it('falls from a failing first provider to the next, and charges only the one that delivered', async () => {
    // All fail: that shows which is called first, and that three are tried.
    for (const slug of SLUGS) stage.set(slug, 'wrong')
    const first = (await find()).body
    expect(first.attempts.map(({ provider }) => provider).toSorted()).toEqual(['findymail', 'hunter', 'leadmagic'])
    const [a, b] = first.attempts.map(({ provider }) => provider)
    stage.calm()
    stage.set(String(a), 'wrong')
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

  it.each<[string, ModeName]>([
    ['a 500', 'wrong'],
    ['a connection reset', 'lost'],
    ['a reset in the middle of the body', 'broken'],
    ['malformed JSON', 'malformed'],
    ['an oversized body', 'oversized'],
    ['a rate limit', 'rate_limited'],
    ['a used-up quota', 'out_of_credit'],
  ])('%s of a pinned provider fails the run, with one call and no charge', async (_name, mode) => {
    stage.set('hunter', mode)
    const { status, body } = await find({ routing: { provider: 'hunter' } })
    expect(status).toBe(502)
    expect(body).toMatchObject({
      status: 'failed',
      provider: null,
      billing: { charged: null },
      error: { code: 'provider_error' },
      attempts: [{ provider: 'hunter' }],
    })
    expect(stage.twins.world.calls.map(({ twin }) => twin)).toEqual(['hunter'])
  })

  it('times out at the deadline of the manifest', async () => {
    stage.set('hunter', 'hang')
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
    stage.set('hunter', 'wrong')
    const { body } = await find(missed)
    expect(body.attempts.map(({ provider, outcome }) => `${provider} ${outcome}`).toSorted()).toEqual([
      'findymail no_match',
      'hunter provider_error',
      'leadmagic no_match',
    ])
    expect(warned(body.run_id)).toEqual([expect.objectContaining({ provider: 'hunter', outcome: 'provider_error' })])
    expect(JSON.stringify(warned(body.run_id))).not.toMatch(/Robin|example\.com|twin_hunter/)
    const sandbox = await runClient(service.url, service.workspace.keys.test).run({
      capability: 'contact.find',
      input: { ...input, full_name: 'Robin +fallback' },
    })
    expect(sandbox.body.attempts).toMatchObject([{ outcome: 'provider_error' }, { outcome: 'succeeded' }])
    expect(warned(sandbox.body.run_id)).toEqual([])
  })

  it('without fallback calls one provider only', async () => {
    const { body } = await find({ ...missed, routing: { allow_fallback: false } })
    expect(body.attempts).toHaveLength(1)
  })

  it('leaves a provider alone whose quota is used up, and states that', async () => {
    stage.set('hunter', 'out_of_credit')
    await find({ routing: { provider: 'hunter' } })
    const { body } = await find(missed)
    expect(body.attempts.map(({ provider }) => provider)).not.toContain('hunter')
    expect(body.routing_reason).toContain('hunter (its platform account is used up for now)')
  })

  it('skips a provider after repeated failures, but never the only one', async () => {
    stage.set('leadmagic', 'wrong')
    for (let failure = 0; failure < 5; failure += 1) await find({ routing: { provider: 'leadmagic' } })
    const auto = (await find(missed)).body
    expect(auto.attempts.find(({ provider }) => provider === 'leadmagic')).toMatchObject({ outcome: 'skipped' })
    expect(stage.calls('leadmagic')).toHaveLength(5)
    await find({ routing: { provider: 'leadmagic' } })
    expect(stage.calls('leadmagic')).toHaveLength(6)
  })

  it('with one miss among failures the run is a miss', async () => {
    for (const slug of ['leadmagic', 'findymail']) stage.set(slug, 'wrong')
    expect((await find(missed)).body).toMatchObject({ status: 'no_match', error: { code: 'no_match' } })
  })
})
