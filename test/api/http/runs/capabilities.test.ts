import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makeInbox } from '../../../build/sending-domain.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

const run = (request: object) => runClient(service.url, service.workspace.keys.test).run(request)

interface Refused {
  readonly error: {
    readonly code: string
    readonly param?: string
    readonly details?: { readonly path: string; readonly message: string }[]
  }
}

describe("the provider's own payload", () => {
  it.each([
    ['a lookup', { capability: 'company.brand', input: { domain: 'example.com' } }],
    ['a list', { capability: 'person.search', input: { titles: ['CTO'], limit: 3 } }],
    ['a send', { capability: 'chat.send', input: { platform: 'instagram', handle: 'robin.sample', text: 'hello' } }],
  ])('is in the result only when it is requested: %s', async (_, request) => {
    const { body } = await run({ ...request, response: { include_raw: true } })
    expect(body.result).toMatchObject({ simulated: true, raw: { simulated: true, provider: 'sandbox-alpha' } })
    const { raw, ...result } = body.result ?? {}
    expect(raw).toMatchObject({ answer: result })
    expect((await run(request)).body.result).not.toHaveProperty('raw')
  })

  it('is that of the provider that delivered', async () => {
    const { body } = await run({
      capability: 'company.brand',
      input: { domain: 'fallback.example.com' },
      response: { include_raw: true },
    })
    expect(body.result).toMatchObject({ raw: { provider: 'sandbox-beta' } })
  })

  it('is nowhere in a run without a match', async () => {
    const { body } = await run({
      capability: 'company.brand',
      input: { domain: 'no-match.example.com' },
      response: { include_raw: true },
    })
    expect([body.status, body.result]).toEqual(['no_match', undefined])
  })
})

describe('a metered run', () => {
  it.each<[string, { readonly platform: string; readonly limit?: number }, string, string]>([
    // Alpha's general rates: 0.002 and 0.002 a post; at most Beta's 0.004 and 0.004 are held.
    ['on a platform without its own rates', { platform: 'reddit', limit: 5 }, '0.024', '0.012'],
    ['on a dearer platform', { platform: 'linkedin', limit: 5 }, '0.046', '0.023'],
    ['on a cheaper one', { platform: 'x', limit: 5 }, '0.006', '0.003'],
    ['at the default limit', { platform: 'x' }, '0.01', '0.005'],
  ])('%s holds and charges that platform’s rates', async (_, input, quoted, charged) => {
    const { body } = await run({ capability: 'social.posts', input: { handle: 'robin.sample', ...input } })
    expect(body).toMatchObject({ status: 'succeeded', billing: { quoted, charged } })
    expect(body.result?.items).toHaveLength(input.limit ?? 10)
  })

  it('is judged by max_cost for the requested platform', async () => {
    const request = (platform: string) => ({
      capability: 'social.posts',
      input: { platform, handle: 'robin.sample', limit: 5 },
      routing: { max_cost: '0.01' },
    })
    expect((await run(request('x'))).status).toBe(200)
    expect((await run(request('linkedin'))).body).toMatchObject({
      status: 'failed',
      error: { code: 'cost_limit_exceeded', fits_with_max_cost: '0.023' },
    })
  })

  it('without a match is not charged', async () => {
    const { body } = await run({ capability: 'person.search', input: { titles: ['CTO +no-match'] } })
    expect(body).toMatchObject({ status: 'no_match', billing: { charged: null } })
  })
})

describe('a chat message', () => {
  it('names the network that a handle or a number belongs to, before any cost', async () => {
    const send = (input: object) =>
      runClient(service.url, service.workspace.keys.test).call<Refused>('POST', '/v1/run', {
        capability: 'chat.send',
        input: { text: 'hello', ...input },
      })
    const { status, body } = await send({ platform: 'whatsapp', handle: 'robin.sample' })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_request', param: '/input/platform' })
    expect(body.error.details?.[0]?.message).toContain('instagram')
    expect((await send({ platform: 'whatsapp', phone: '+12025550123' })).status).toBe(200)
  })
})

describe('a reply', () => {
  const send = (input: object) =>
    run({ capability: 'email.send', input: { to: 'robin@example.org', subject: 's', text: 't', ...input } })

  it('goes out from the inbox that has the message, in its thread', async () => {
    const sandbox = httpClient(service.url, service.workspace.keys.test)
    const one = await makeInbox(sandbox, { username: 'one' })
    await makeInbox(sandbox, { username: 'two' })
    const first = await send({ from: 'one@agentmail.to' })
    expect(first.body.result).toMatchObject({ inbox_id: one, simulated: true })
    const reply = await send({ in_reply_to: first.body.result?.message_id })
    expect(reply.body.result).toMatchObject({ inbox_id: one, thread_id: first.body.result?.thread_id })
  })

  it("from another workspace's inbox is refused before it is a run, and repeats no name", async () => {
    const outsider = httpClient(service.url, (await buildWorkspace(service.db)).keys.test)
    const { status, body } = await send({ inbox_id: await makeInbox(outsider, { username: 'theirs' }) })
    expect([status, body]).toEqual([
      404,
      {
        error: {
          code: 'not_found',
          message: 'This workspace has no inbox with this id in this environment.',
          param: '/input/inbox_id',
          request_id: expect.any(String),
        },
      },
    ])
  })
})
