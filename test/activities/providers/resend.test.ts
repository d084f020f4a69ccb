import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createResendAdapter } from '../../../activities/providers/resend/adapter.ts'
import { resendManifest } from '../../../activities/providers/resend/manifest.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const email = {
  to: ['robin.sample@example.com'],
  subject: 'A question',
  text: 'Hello Robin.',
  inbox_id: 'domain_1',
  from: 'sales@example.org',
}

adapterContract({
  manifest: resendManifest,
  capability: 'email.send',
  input: email,
  create: createResendAdapter,
  success: fixture('resend/sent'),
  misses: {},
  unusable: {
    'an answer without an id': { json: { object: 'email' } },
    'an answer that is null': { json: null },
    'a request under way under the same key': fixture('resend/in-progress'),
  },
})

describe('resend over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterEach(() => simulator.reset())
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const send = (input: JsonObject) =>
    createResendAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'email.send',
      input,
      headers: { 'List-Unsubscribe': '<https://example.com/u/1>' },
      idempotencyKey: 'run_1:1',
      deadlineMs: 1_000,
      signal: new AbortController().signal,
    })

  it('sends under the key of the attempt, with a tag by which a report of it names its run', async () => {
    simulator.script(fixture('resend/sent'))
    expect(await send({ ...email, bcc: 'c@example.com' })).toMatchObject({
      kind: 'delivered',
      output: {
        message_id: '00000000-0000-4000-8000-0000000000bb',
        thread_id: null,
        account_id: null,
        inbox_id: 'domain_1',
        recipients: ['robin.sample@example.com', 'c@example.com'],
      },
    })
    expect(simulator.calls).toMatchObject([
      {
        method: 'POST',
        path: '/emails',
        headers: { authorization: `Bearer ${API_KEY}`, 'idempotency-key': 'run_1:1' },
        body: {
          from: 'sales@example.org',
          to: ['robin.sample@example.com'],
          bcc: ['c@example.com'],
          subject: 'A question',
          text: 'Hello Robin.',
          headers: { 'List-Unsubscribe': '<https://example.com/u/1>' },
          tags: [{ name: 'run_id', value: 'run_1' }],
        },
      },
    ])
  })

  it('learns the outcome of a lost send under the same key', async () => {
    simulator.script({ fault: 'resetMidBody', json: { id: 'x'.repeat(500) } }, fixture('resend/sent'))
    expect(await send(email)).toMatchObject({ kind: 'delivered' })
    expect(simulator.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['run_1:1', 'run_1:1'])
  })

  it('sends neither a plain message instead of a reply, nor one without a sender', async () => {
    expect(await send({ ...email, in_reply_to: '<1@example.com>' })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
    })
    expect(await send({ to: 'robin.sample@example.com', subject: 's', text: 't' })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
    })
    expect(simulator.calls).toHaveLength(0)
    expect(resendManifest.offers[0]?.cannotTake).toEqual(['in_reply_to'])
  })

  it.each([
    [
      'resend/rate-limited',
      { outcome: 'rate_limited', retryAfterMs: 1_000, detail: 'HTTP 429 (rate_limit_exceeded)' },
      false,
    ],
    ['resend/quota-used-up', { outcome: 'provider_error', detail: 'HTTP 429 (daily_quota_exceeded)' }, true],
    ['resend/key-refused', { outcome: 'provider_error', detail: 'HTTP 403 (invalid_api_key)' }, true],
    ['resend/domain-not-verified', { outcome: 'rejected', detail: 'HTTP 403 (validation_error)' }, false],
    ['resend/in-progress', { outcome: 'unknown', detail: 'HTTP 409 (concurrent_idempotent_requests)' }, false],
  ])('recognises %s by its name', async (name, expected, marked) => {
    simulator.script(fixture(name))
    const result = await send(email)
    expect(result).toMatchObject({ kind: 'failed', ...expected })
    expect('accountExhausted' in result).toBe(marked)
  })
})
