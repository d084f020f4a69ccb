import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createAgentmailAdapter } from '../../../activities/providers/agentmail/adapter.ts'
import { agentmailManifest } from '../../../activities/providers/agentmail/manifest.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const letter = {
  to: 'robin.sample@example.com',
  subject: 'A question',
  text: 'Hello Robin.',
  inbox_id: 'sales@agent.example.com',
  from: 'sales@agent.example.com',
}

adapterContract({
  manifest: agentmailManifest,
  capability: 'email.send',
  input: letter,
  create: createAgentmailAdapter,
  success: fixture('agentmail/sent'),
  misses: {},
  unusable: {
    'an answer without a message': { json: { thread_id: 't' } },
    'an answer that is null': { json: null },
    'a conflict under the same key': fixture('agentmail/conflict'),
  },
})

describe('agentmail over HTTP', () => {
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

  const send = (input: JsonObject, signal = new AbortController().signal) =>
    createAgentmailAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'email.send',
      input,
      idempotencyKey: 'run_1:1',
      deadlineMs: 1_000,
      signal,
    })

  it('sends from the inbox under the key of the attempt, to every named recipient', async () => {
    simulator.script(fixture('agentmail/sent'))
    const result = await send({
      ...letter,
      cc: ['a@example.com', 'b@example.com'],
      bcc: 'c@example.com',
      html: '<p>Hello</p>',
    })
    expect(simulator.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v0/inboxes/sales%40agent.example.com/messages/send',
        headers: { authorization: `Bearer ${API_KEY}`, 'idempotency-key': 'run_1:1' },
        body: {
          to: ['robin.sample@example.com'],
          cc: ['a@example.com', 'b@example.com'],
          bcc: ['c@example.com'],
          subject: 'A question',
          text: 'Hello Robin.',
          html: '<p>Hello</p>',
        },
      },
    ])
    expect(result).toMatchObject({
      kind: 'delivered',
      output: {
        message_id: '<0100019a@example.com>',
        inbox_id: 'sales@agent.example.com',
        recipients: ['robin.sample@example.com', 'a@example.com', 'b@example.com', 'c@example.com'],
      },
    })
  })

  it('replies in the thread of the original message, from the inbox that has it', async () => {
    simulator.script(fixture('agentmail/sent'))
    expect(await send({ ...letter, in_reply_to: '<a/b@example.com>' })).toMatchObject({ kind: 'delivered' })
    expect(simulator.calls).toMatchObject([
      { path: '/v0/inboxes/sales%40agent.example.com/messages/%3Ca%2Fb%40example.com%3E/reply' },
    ])
    expect(Object.keys(simulator.calls[0]?.body ?? {})).toEqual(['to', 'text'])
  })

  it('refuses a message that the inbox does not have', async () => {
    simulator.script(fixture('agentmail/not-found'))
    expect(await send({ ...letter, in_reply_to: 'another-workspaces' })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
      detail: 'HTTP 404 (not_found)',
    })
  })

  it('refuses to send without an inbox, and makes no call', async () => {
    expect(await send({ to: 'robin.sample@example.com', subject: 's', text: 't' })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
    })
    expect(simulator.calls).toHaveLength(0)
  })

  it.each([
    ['agentmail/rejected', { outcome: 'rejected', detail: 'HTTP 403 (message_rejected)' }, false],
    ['agentmail/missing-permission', { outcome: 'provider_error', detail: 'HTTP 403 (missing_permission)' }, true],
    ['agentmail/rate-limited', { outcome: 'rate_limited', retryAfterMs: 2_000 }, false],
    ['agentmail/conflict', { outcome: 'unknown', detail: 'HTTP 409 (conflict)' }, false],
  ])('recognises %s by its code', async (name, expected, marked) => {
    simulator.script(fixture(name))
    const result = await send(letter)
    expect(result).toMatchObject({ kind: 'failed', ...expected })
    expect('accountExhausted' in result).toBe(marked)
  })

  describe('a lost answer', () => {
    it.each([
      ['reset', { fault: 'reset' }],
      ['never given', { fault: 'hang' }],
      ['an error of the server', { status: 500, json: null }],
      ['a conflict with itself', fixture('agentmail/conflict')],
    ] as const)('%s: is requested once more under the same key, and shows that it was sent', async (_name, lost) => {
      simulator.script(lost, fixture('agentmail/sent'))
      expect(await send(letter)).toMatchObject({ kind: 'delivered' })
      expect(simulator.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['run_1:1', 'run_1:1'])
      expect(new Set(simulator.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    })

    it.each([
      ['is lost as well', { fault: 'reset' }],
      ['is the rate limit', fixture('agentmail/rate-limited')],
      ['is a refusal', fixture('agentmail/rejected')],
    ] as const)('stays unknown when the second answer %s', async (_name, second) => {
      simulator.script({ fault: 'reset' }, second)
      expect(await send(letter)).toMatchObject({ kind: 'failed', outcome: 'unknown' })
      expect(simulator.calls).toHaveLength(2)
    })

    it('is not requested again when the caller is gone', async () => {
      const waiting = new AbortController()
      simulator.script({ fault: 'hang' })
      const result = send(letter, waiting.signal)
      while (simulator.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      waiting.abort()
      expect(await result).toMatchObject({ kind: 'failed', outcome: 'unknown' })
      expect(simulator.calls).toHaveLength(1)
    })
  })

  it('is requested once only after a refusal', async () => {
    simulator.script(fixture('agentmail/rejected'))
    await send(letter)
    expect(simulator.calls).toHaveLength(1)
  })
})
