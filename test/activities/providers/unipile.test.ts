import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createUnipileAdapter } from '../../../activities/providers/unipile/adapter.ts'
import { unipileManifest } from '../../../activities/providers/unipile/manifest.ts'
import { sendOf } from '../../../domain/outbound/recipients.ts'
import { profileId, recipientOf } from '../../../activities/providers/unipile/map.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Reply, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const ROBIN = 'https://www.linkedin.com/in/robin-sample'
const PROFILE = '/users/robin-sample'
const CHAT = '/chats/chat_sample'
const contract = {
  manifest: unipileManifest,
  create: createUnipileAdapter,
  misses: {},
  unusable: {
    'an answer that does not state what was done': { json: { object: 'Something' } },
    'an answer that is null': { json: null },
  },
}

adapterContract({
  ...contract,
  capability: 'linkedin.invite',
  input: { profile_url: ROBIN, account_id: 'acc_own', message: 'Good to meet you.' },
  earlierAnswers: { [PROFILE]: fixture('unipile/profile') },
  success: fixture('unipile/invited'),
})

adapterContract({
  ...contract,
  capability: 'linkedin.message',
  input: { chat_id: 'chat_sample', account_id: 'acc_own', text: 'Thank you for connecting.' },
  earlierAnswers: { [CHAT]: fixture('unipile/chat') },
  success: fixture('unipile/message-sent'),
})

adapterContract({
  ...contract,
  capability: 'chat.send',
  input: { platform: 'whatsapp', phone: '+12025550123', account_id: 'acc_own', text: 'Hello Robin.' },
  success: fixture('unipile/chat-started'),
})

adapterContract({
  ...contract,
  capability: 'email.send',
  input: { to: 'robin.sample@example.com', subject: 's', text: 't', account_id: 'acc_own' },
  success: fixture('unipile/email-sent'),
})

describe('unipile over HTTP', () => {
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

  interface Sent {
    readonly input: JsonObject
    readonly replies?: Readonly<Record<string, Reply>>
    readonly senders?: readonly string[]
  }
  const send = (capability: string, { input, replies = {}, senders }: Sent) => {
    for (const [path, reply] of Object.entries(replies)) simulator.scriptPath(path, reply)
    return createUnipileAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability,
      input,
      idempotencyKey: 'k',
      deadlineMs: 1_000,
      signal: new AbortController().signal,
      ...(senders === undefined ? {} : { senders }),
    })
  }
  const paths = () => simulator.calls.map(({ method, path }) => `${method} ${path}`)
  const form = (index: number) =>
    String(simulator.calls[index]?.body)
      .split('\r\n')
      .filter((line) => line !== '' && !line.startsWith('--'))

  it('sends an email from the account, or a reply to a message in its mailbox', async () => {
    const input = {
      to: 'robin.sample@example.com',
      cc: ['kim.sample@example.com'],
      subject: 'Hello',
      account_id: 'acc_own',
    }
    const result = await send('email.send', {
      input: { ...input, text: '1 < 2\n& on', in_reply_to: 'mail_sample' },
      replies: { '/emails': fixture('unipile/email-sent') },
      senders: ['acc_own'],
    })
    expect(result).toMatchObject({
      kind: 'delivered',
      output: {
        message_id: '19a0sent',
        thread_id: null,
        inbox_id: null,
        account_id: 'acc_own',
        recipients: ['robin.sample@example.com', 'kim.sample@example.com'],
      },
    })
    expect(simulator.calls).toMatchObject([{ method: 'POST', path: '/emails', headers: { 'idempotency-key': 'k' } }])
    expect(form(0).join(' ')).toContain('name="to" [{"identifier":"robin.sample@example.com"}]')
    expect(form(0)).toEqual(
      expect.arrayContaining(['acc_own', 'Hello', '1 &lt; 2<br>', '& on'.replace('&', '&amp;'), 'mail_sample']),
    )
    const elsewhere = await send('email.send', { input: { ...input, html: '<p>t</p>' }, senders: ['acc_other'] })
    expect(elsewhere).toMatchObject({ kind: 'failed', outcome: 'rejected' })
    expect(simulator.calls).toHaveLength(1)
  })

  it('invites a person by the id that the account has for them', async () => {
    const result = await send('linkedin.invite', {
      input: { profile_url: ROBIN, account_id: 'acc_own', message: 'Good to meet you.' },
      replies: { [PROFILE]: fixture('unipile/profile'), '/users/invite': fixture('unipile/invited') },
    })
    expect(result).toMatchObject({
      kind: 'delivered',
      output: { invitation_id: '7400000000000000001', profile_url: ROBIN },
    })
    expect(simulator.calls).toMatchObject([
      { method: 'GET', path: PROFILE, query: { account_id: 'acc_own' }, headers: { 'x-api-key': API_KEY } },
      {
        method: 'POST',
        path: '/users/invite',
        body: { account_id: 'acc_own', provider_id: 'ACoAAB0000SAMPLE', message: 'Good to meet you.' },
      },
    ])
  })

  it('writes into a chat of the account as a form', async () => {
    const result = await send('linkedin.message', {
      input: { chat_id: 'chat_sample', text: 'Grüße,\r\nRobin' },
      senders: ['acc_own', 'acc_other'],
      replies: { [CHAT]: fixture('unipile/chat'), [`${CHAT}/messages`]: fixture('unipile/message-sent') },
    })
    expect(result).toMatchObject({ kind: 'delivered', output: { message_id: 'msg_sample', chat_id: 'chat_sample' } })
    expect(simulator.calls[1]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(form(1)).toEqual(['Content-Disposition: form-data; name="text"', 'Grüße,', 'Robin'])
  })

  it('starts a chat with a connection', async () => {
    const result = await send('linkedin.message', {
      input: { profile_url: ROBIN, account_id: 'acc_own', text: 'Hello' },
      replies: { [PROFILE]: fixture('unipile/profile'), '/chats': fixture('unipile/chat-started') },
    })
    expect(result).toMatchObject({ kind: 'delivered', output: { message_id: 'msg_first', chat_id: 'chat_new' } })
    expect(form(1)).toEqual([
      'Content-Disposition: form-data; name="account_id"',
      'acc_own',
      'Content-Disposition: form-data; name="attendees_ids"',
      'ACoAAB0000SAMPLE',
      'Content-Disposition: form-data; name="text"',
      'Hello',
    ])
  })

  it('writes to a WhatsApp number without a lookup', async () => {
    await send('chat.send', {
      input: { platform: 'whatsapp', phone: '+12025550123', account_id: 'acc_own', text: 'Hello' },
      replies: { '/chats': fixture('unipile/chat-started') },
    })
    expect(paths()).toEqual(['POST /chats'])
    expect(form(0)).toContain('12025550123@s.whatsapp.net')
  })

  it('writes to an Instagram account by its id for messages', async () => {
    await send('chat.send', {
      input: { platform: 'instagram', handle: '@robin.sample', account_id: 'acc_own', text: 'Hello' },
      replies: {
        '/users/robin.sample': fixture('unipile/instagram-profile'),
        '/chats': fixture('unipile/chat-started'),
      },
    })
    expect(paths()).toEqual(['GET /users/robin.sample', 'POST /chats'])
    expect(form(1)).toContain('17840000000001')
  })

  it.each([
    [
      "a chat of an account that is not the workspace's",
      'linkedin.message',
      { input: { chat_id: 'chat_sample', text: 'x' }, senders: ['acc_other'] },
    ],
    [
      'a chat of another account than the one named',
      'linkedin.message',
      { input: { chat_id: 'chat_sample', text: 'x', account_id: 'acc_other' }, senders: ['acc_other', 'acc_own'] },
    ],
    ['a chat when no account may send', 'linkedin.message', { input: { chat_id: 'chat_sample', text: 'x' } }],
    [
      "an account that is not the workspace's",
      'linkedin.invite',
      { input: { profile_url: ROBIN, account_id: 'acc_foreign' }, senders: ['acc_own'] },
    ],
    ['no account at all', 'linkedin.invite', { input: { profile_url: ROBIN } }],
    [
      'a page of a company',
      'linkedin.invite',
      { input: { profile_url: 'https://www.linkedin.com/company/sample', account_id: 'acc_own' } },
    ],
    [
      'a phone number on Instagram',
      'chat.send',
      { input: { platform: 'instagram', phone: '+12025550123', account_id: 'acc_own', text: 'x' } },
    ],
  ] as const)('sends nothing for %s', async (_name, capability, sent) => {
    expect(await send(capability, { ...sent, replies: { [CHAT]: fixture('unipile/chat') } })).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
    })
    expect(simulator.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it.each([
    ['unipile/already-invited', { outcome: 'rejected', detail: 'HTTP 422 (already_invited_recently)' }, false],
    ['unipile/cannot-resend', { outcome: 'rejected', detail: 'HTTP 422 (cannot_resend_yet)' }, false],
    ['unipile/disconnected', { outcome: 'rejected', detail: 'HTTP 401 (disconnected_account)' }, false],
    ['unipile/key-refused', { outcome: 'provider_error', detail: 'HTTP 401 (missing_credentials)' }, true],
    ['unipile/rate-limited', { outcome: 'rate_limited', detail: 'HTTP 429 (too_many_requests)' }, false],
  ])('reads %s', async (name, expected, marked) => {
    const result = await send('linkedin.invite', {
      input: { profile_url: ROBIN, account_id: 'acc_own' },
      replies: { [PROFILE]: fixture('unipile/profile'), '/users/invite': fixture(name) },
    })
    expect(result).toMatchObject({ kind: 'failed', ...expected })
    expect('accountExhausted' in result).toBe(marked)
  })

  it.each([
    ['is reset', { fault: 'reset' }, 'provider_error'],
    ['never answers', { fault: 'hang' }, 'provider_timeout'],
    ['fails', { status: 500, json: null }, 'provider_error'],
    ['knows nobody', { status: 404, json: null }, 'rejected'],
    ['names nobody', { json: { object: 'UserProfile' } }, 'rejected'],
  ] as const)('reports that it sent nothing when the lookup before it %s', async (_name, reply, outcome) => {
    expect(
      await send('linkedin.invite', {
        input: { profile_url: ROBIN, account_id: 'acc_own' },
        replies: { [PROFILE]: reply },
      }),
    ).toMatchObject({ kind: 'failed', outcome })
    expect(paths()).toEqual([`GET ${PROFILE}`])
  })

  it('never sends a second time by itself', async () => {
    const result = await send('linkedin.invite', {
      input: { profile_url: ROBIN, account_id: 'acc_own' },
      replies: { [PROFILE]: fixture('unipile/profile'), '/users/invite': { fault: 'reset' } },
    })
    expect(result).toMatchObject({ kind: 'failed', outcome: 'unknown' })
    expect(paths()).toEqual([`GET ${PROFILE}`, 'POST /users/invite'])
  })
})

describe('the map of unipile', () => {
  it.each([
    [
      'linkedin.message',
      { profile_url: 'linkedin.com/in/ren%C3%A9-sample/' },
      { kind: 'profile', identifier: 'rené-sample', member: 'provider_id' },
    ],
    [
      'chat.send',
      { platform: 'instagram', handle: 'robin' },
      { kind: 'profile', identifier: 'robin', member: 'provider_messaging_id' },
    ],
    ['chat.send', { platform: 'whatsapp', handle: 'robin' }, null],
    ['chat.send', { platform: 'instagram', handle: '@' }, null],
  ])('%s writes to %j', (capability, input, expected) => {
    expect(recipientOf(capability, input)).toEqual(expected)
  })

  it.each([
    ['https://www.linkedin.com/company/acme?of=linkedin.com/in/robin-sample', null],
    ['https://www.linkedin.com/feed#linkedin.com/in/robin-sample', null],
    ['https://www.linkedin.com/in/undefined', null],
    ['https://www.linkedin.com/pub/robin-sample/1/2b3/c45', 'robin-sample-c452b31'],
    ['https://www.linkedin.com/redir/linkedin.com/in/robin-sample', 'robin-sample'],
    ['https://www.linkedin.com/in/robin-sample%3F', 'robin-sample'],
    ['https://www.linkedin.com/in/Robin-Sample-1)', 'robin-sample-1'],
    ['https://www.linkedin.com/in/ACoAAB0000SAMPLE?x=1', 'ACoAAB0000SAMPLE'],
  ])('writes to the person that the guards read in %s', (profile_url, identifier) => {
    for (const capability of ['linkedin.invite', 'linkedin.message']) {
      const [guarded] = sendOf(capability, { profile_url })?.recipients ?? []
      const recipient = recipientOf(capability, { profile_url })
      expect(recipient).toEqual(identifier === null ? null : { kind: 'profile', identifier, member: 'provider_id' })
      if (identifier !== null) expect(guarded?.value).toBe(`in/${identifier.toLowerCase()}`)
    }
  })

  it('does not use a similar Instagram account', () => {
    const recipient = { kind: 'profile', identifier: 'robin', member: 'provider_messaging_id' } as const
    expect(profileId({ public_identifier: 'Robin', provider_messaging_id: '1' }, recipient)).toBe('1')
    expect(profileId({ public_identifier: 'robin.other', provider_messaging_id: '2' }, recipient)).toBeNull()
  })
})
