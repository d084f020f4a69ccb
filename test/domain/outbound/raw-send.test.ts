import { describe, expect, it } from '@jest/globals'
import { sendOfRaw, sendsUnchecked } from '../../../domain/outbound/raw-send.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { writtenAddresses } from '../../../domain/outbound/written-addresses.ts'

const resend = { provider: 'resend', method: 'POST', endpoint: '/emails' } as const
const recipientsOf = (input: Json, request: Parameters<typeof sendOfRaw>[0] = resend) =>
  sendOfRaw(request, input)?.recipients.map(({ value }) => value)

describe('a raw run that sends', () => {
  it.each<[Json, string[]]>([
    [{ to: 'Ada@Example.com', subject: 'x' }, ['ada@example.com']],
    [
      { to: ['Ada <ada@example.com>', 'b@example.com'], cc: '"B, C" <c@example.com>', bcc: ['Ada <ADA@example.com>'] },
      ['ada@example.com', 'b@example.com', 'c@example.com'],
    ],
    [{ to: 'a@example.com, b@example.com; c@example.com' }, ['a@example.com', 'b@example.com', 'c@example.com']],
    [{ to: 'nobody' }, ['nobody']],
    [{ to: '"Doe; Kim" <a@example.com>; José 🙂 <b@example.com>;' }, ['a@example.com', 'b@example.com']],
    [{ to: '🙂 <a@example.com>; <b@example.com>' }, ['a@example.com', 'b@example.com']],
    [{ to: [['a@example.com']] }, ['a@example.com']],
    [{ to: { email: 'a@example.com' } }, []],
    [{ to: 'Kim <ok@p.example>, kim@example.com' }, ['ok@p.example', 'kim@example.com']],
    [{ to: 'Team: kim@example.com, bob@example.com;' }, ['kim@example.com', 'bob@example.com']],
    [{ to: 'ok@p.example kim@example.com' }, ['ok@p.example', 'kim@example.com']],
    [{ to: 'ok@p.example (kim@example.com)' }, ['ok@p.example', 'kim@example.com']],
    [
      { to: 'ok@p.example', headers: { Bcc: 'kim@example.com', 'resent-to': ['Bob <bob@example.com>'], 'X-To': 'no' } },
      ['ok@p.example', 'kim@example.com', 'bob@example.com'],
    ],
    [null, []],
  ])('%j writes to %j', (input, recipients) => {
    expect(recipientsOf(input)).toEqual(recipients)
  })

  it('writes to everyone that a batch names', () => {
    expect(
      recipientsOf([{ to: 'a@example.com' }, { to: ['b@example.com'] }, 7], { ...resend, endpoint: '/emails/batch' }),
    ).toEqual(['a@example.com', 'b@example.com'])
  })

  it('is a reply where the endpoint answers a message', () => {
    const reply = sendOfRaw(
      {
        provider: 'agentmail',
        method: 'POST',
        endpoint: '/v0/inboxes/{inbox_id}/messages/{message_id}/reply',
        path: { message_id: ' 0100019a@example.com' },
      },
      { to: 'a@example.com' },
    )
    expect(reply).toMatchObject({
      channel: 'email',
      reply: true,
      answers: '<0100019a@example.com>',
      recipients: [{ kind: 'email', value: 'a@example.com' }],
    })
  })

  it.each<[Parameters<typeof sendOfRaw>[0], boolean]>([
    [resend, false],
    [{ ...resend, endpoint: '/emails/batch' }, false],
    [{ provider: 'agentmail', method: 'POST', endpoint: '/v0/inboxes/{inbox_id}/messages/send' }, false],
    [
      { provider: 'agentmail', method: 'POST', endpoint: '/v0/inboxes/{inbox_id}/messages/{message_id}/forward' },
      false,
    ],
    [
      { provider: 'agentmail', method: 'POST', endpoint: '/v0/inboxes/{inbox_id}/messages/{message_id}/reply-all' },
      true,
    ],
  ])('%j is a reply: %s', (request, reply) => {
    expect(sendOfRaw(request, { to: 'a@example.com' })?.reply).toBe(reply)
  })

  it.each([
    { provider: 'resend', method: 'GET', endpoint: '/emails' },
    { provider: 'resend', method: 'POST', endpoint: '/domains' },
    { provider: 'hunter', method: 'POST', endpoint: '/emails' },
  ] as const)('is not %j', (request) => {
    expect(sendOfRaw(request, { to: 'a@example.com' })).toBeNull()
  })

  it('is a draft with recipients, scheduled or not, and an event for a person', () => {
    const drafts = { provider: 'agentmail', method: 'POST', endpoint: '/v0/inboxes/{inbox_id}/drafts' } as const
    const draft = { ...drafts, method: 'PATCH', endpoint: `${drafts.endpoint}/{draft_id}` } as const
    const event = { ...resend, endpoint: '/events/send' } as const
    expect([
      recipientsOf({ to: ['a@example.com'], send_at: '2030-01-01T00:00:00Z' }, drafts),
      recipientsOf({ bcc: 'a@example.com' }, draft),
      recipientsOf({ subject: 'x' }, draft),
      recipientsOf({ event: 'x', email: 'a@example.com' }, event),
    ]).toEqual([['a@example.com'], ['a@example.com'], undefined, ['a@example.com']])
  })
})

// A long text in a member must not keep the process busy: where words are read again and again these take minutes.
it.each([
  ['a word', 'x'.repeat(300_000)],
  ['blanks', `x${' '.repeat(300_000)}x`],
  ['quotation marks', `;${'"\\'.repeat(150_000)}`],
  ['at signs', 'a@'.repeat(150_000)],
  ['semicolons', ';'.repeat(300_000)],
])('a recipient that is a long text of %s is no exact address', (_, to) => {
  expect(writtenAddresses([to]).isExact).toBe(false)
})

const UNKNOWN_HEADERS: JsonObject[] = [
  { 'B\u200bcc': 'x' },
  { 'Bcc\u00a0': 'x' },
  { 'Apparently-To': 'kim@example.com' },
  { 'X-MC-BccAddress': 'kim@example.com' },
  { 'X-SMTPAPI': '{"to":["kim＠example.com"]}' },
  { 'X-Copy': ['=?utf-8?q?kim=40example.com?='] },
  { 'X-Copy': { to: 'kim@example.com' } },
]
const KNOWN_HEADERS: JsonObject[] = [
  { 'X-Campaign': 'spring "50% off"', 'X-To': 'no' },
  { 'List-Unsubscribe': '<mailto:out@p.example>', 'In-Reply-To': '<1@p.example>', 'reply-to': 'me@p.example' },
]
/** All that a mail commonly has, with addresses where they name no recipient. */
const MAIL: JsonObject = {
  from: 'me@p.example',
  to: 'a@example.com',
  subject: 'kim@example.com',
  reply_to: 'b@p.example',
  html: '<a href="mailto:c@p.example">',
  tags: [],
  template: { id: 'x', variables: { TO: 'x' } },
  scheduled_at: 'in 1 min',
}

describe('a raw run that sends to people that only the provider knows', () => {
  const inbox = '/v0/inboxes/{inbox_id}'
  type Case = [string, string, string, Json, boolean]
  it.each<Case>([
    ['agentmail', 'POST', `${inbox}/drafts/{draft_id}/send`, {}, true],
    ['agentmail', 'PATCH', `${inbox}/drafts/{draft_id}`, { send_at: '2030-01-01T00:00:00Z' }, true],
    ['agentmail', 'PATCH', `${inbox}/drafts/{draft_id}`, { subject: 'x', send_at: null }, false],
    ['agentmail', 'POST', `${inbox}/drafts`, { to: 'a@example.com', send_at: '2030-01-01T00:00:00Z' }, false],
    ['agentmail', 'POST', `${inbox}/drafts`, { subject: 'x', send_at: '2030-01-01T00:00:00Z' }, true],
    ['agentmail', 'POST', `${inbox}/drafts`, { subject: 'x' }, false],
    ['agentmail', 'POST', `${inbox}/drafts`, { to: 'a@example.com', send_at: '2030-01-01', reply_all: true }, true],
    ['agentmail', 'POST', `${inbox}/messages/{message_id}/reply-all`, { text: 'x' }, true],
    ['agentmail', 'POST', `${inbox}/messages/{message_id}/reply`, { to: 'a@example.com' }, false],
    ['agentmail', 'POST', `${inbox}/messages/{message_id}/reply`, { to: 'a@example.com', reply_all: true }, true],
    ['agentmail', 'POST', `${inbox}/messages/{message_id}/reply`, { cc: 'a@example.com' }, true],
    ['agentmail', 'POST', `${inbox}/messages/{message_id}/reply-all`, { cc: 'a@example.com' }, true],
    [
      'agentmail',
      'PATCH',
      `${inbox}/drafts/{draft_id}`,
      { to: 'a@example.com', send_at: '2030-01-01T00:00:00Z' },
      true,
    ],
    ['resend', 'POST', '/broadcasts/{id}/send', {}, true],
    ['resend', 'POST', '/broadcasts', { send: true }, true],
    ['resend', 'POST', '/broadcasts', { send: false }, false],
    ['resend', 'POST', '/events/send', { event: 'x', contact_id: 'c' }, true],
    ['resend', 'POST', '/events/send', { event: 'x', email: 'a@example.com' }, false],
    ['resend', 'POST', '/events/send', { event: 'x', email: 'a@example.com', contact_id: 'c' }, true],
    ['resend', 'POST', '/emails/batch', [{ to: 'a@example.com' }, { to: {} }], true],
    ['resend', 'POST', '/emails', { to: 'Kim <ok@p.example>, kim@example.com' }, false],
    ['resend', 'POST', '/emails', { to: ['"Doe, Kim (Acme)" <kim@example.com>', 'José <jose@example.com>'] }, false],
    ['resend', 'POST', '/emails', { to: 'John A. Doe <john@example.com>' }, false],
    ['resend', 'POST', '/emails', { to: 'a@example.com; b@example.com' }, false],
    ['resend', 'POST', '/emails', { to: 'a@example.com;' }, false],
    ['resend', 'POST', '/emails', { to: '"Doe; Kim" <a@example.com>; José 🙂 <b@example.com>' }, false],
    ['resend', 'POST', '/emails', { to: 'a@example.com, b@example.com; Bob <c@example.com>' }, false],
    ['resend', 'POST', '/emails', { to: 'a@example.com; kim' }, true],
    ['resend', 'POST', '/emails', { to: 'Team: a@example.com; b@example.com' }, true],
    ['resend', 'POST', '/emails', { to: 'a@example.com; b@example.com (kim@example.com)' }, true],
    ['resend', 'POST', '/emails', { to: 'a@example.com; "b@example.com' }, true],
    ['resend', 'POST', '/emails', { to: ' ; ' }, true],
    ['resend', 'POST', '/emails', { to: 'a@example.com', headers: { Bcc: 'b@example.com; c@example.com' } }, false],
    ['resend', 'POST', '/emails', { to: 'Team: kim@example.com;' }, true],
    ['resend', 'POST', '/emails', { to: 'ok@p.example kim@example.com' }, true],
    ['resend', 'POST', '/emails', { to: 'ok@p.example (kim@example.com)' }, true],
    ['resend', 'POST', '/emails', { to: 'kim@example.com <ok@p.example>' }, true],
    ['resend', 'POST', '/emails', { to: '<@p.example:kim@example.com>' }, true],
    ['resend', 'POST', '/emails', { to: ['a@example.com', { email: 'kim@example.com' }] }, true],
    ['resend', 'POST', '/emails', { to: 'a@example.com', headers: { BCC: 'kim@example.com' } }, false],
    ['resend', 'POST', '/emails', { to: 'a@example.com', headers: { 'Bcc ': 'kim example' } }, true],
    ['resend', 'POST', '/emails', { to: 'a@example.com', headers: [{ name: 'Bcc', value: 'kim@example.com' }] }, true],
    ...UNKNOWN_HEADERS.map((headers): Case => ['resend', 'POST', '/emails', { to: 'a@example.com', headers }, true]),
    ...KNOWN_HEADERS.map((headers): Case => ['resend', 'POST', '/emails', { to: 'a@example.com', headers }, false]),
    ...['TO', 'Cc', 'to[]', 'recipients', 'envelope', 'personalizations', 'toString'].map((member): Case => [
      'resend',
      'POST',
      '/emails',
      { to: 'a@example.com', [member]: 'x' },
      true,
    ]),
    ['resend', 'POST', '/events/send', { event: 'x', email: 'a@example.com', to: 'kim@example.com' }, true],
    ['agentmail', 'POST', `${inbox}/drafts`, { subject: 'x', recipients: ['kim@example.com'] }, true],
    ['resend', 'POST', '/emails', MAIL, false],
    ['resend', 'POST', '/emails', { to: 'kim%40example.com@relay.example' }, true],
    ['resend', 'POST', '/emails', { to: 'example.com!kim@relay.example' }, true],
    ['resend', 'POST', '/emails', { to: '=?utf-8?q?kim=40example.com=3E=20?=@relay.example' }, true],
    ['resend', 'POST', '/emails', { to: '"50% off!" <kim@example.com>' }, false],
    ['resend', 'POST', '/automations', { name: 'x', status: 'enabled' }, true],
    ['resend', 'POST', '/automations', { name: 'x' }, false],
    ['resend', 'PATCH', '/automations/{automation_id}', { status: 'enabled' }, true],
    ['resend', 'PATCH', '/automations/{automation_id}', { status: 'disabled' }, false],
    ['apollo', 'POST', '/sequences', { name: 'x', active: true }, true],
    ['apollo', 'POST', '/sequences', { name: 'x', active: false }, false],
    ['apollo', 'PUT', '/sequences/{id}', { active: true }, true],
    ['apollo', 'PUT', '/sequences/{id}', { name: 'x' }, false],
    ['apify', 'POST', '/v2/actors/apify~send-mail/runs', { to: 'kim@example.com' }, true],
    ['apify', 'POST', '/v2/actors/apify~instagram-scraper/runs', { search: 'how to send mail' }, false],
    ['apollo', 'POST', '/emailer_messages/{id}/send_now', {}, true],
    ['apollo', 'POST', '/emailer_campaigns/{sequence_id}/add_contact_ids', {}, true],
    ['apollo', 'POST', '/emailer_campaigns/search', {}, false],
  ])('%s %s %s with %j: %s', (provider, method, endpoint, input, unchecked) => {
    const request = { provider, method: method === 'PATCH' || method === 'PUT' ? method : 'POST', endpoint } as const
    expect(sendsUnchecked(request, input)).toBe(unchecked)
  })

  it('is one with a query, in which no call that sends documents a member', () => {
    expect(sendsUnchecked({ ...resend, query: { bcc: 'kim@example.com' } }, { to: 'a@example.com' })).toBe(true)
    expect(sendsUnchecked({ ...resend, query: {} }, { to: 'a@example.com' })).toBe(false)
  })

  it('is one that starts a sequence by its query, and an actor that sends, whose mail names its recipients', () => {
    const sequence = { provider: 'apollo', method: 'PUT', endpoint: '/sequences/{id}' } as const
    expect(sendsUnchecked({ ...sequence, query: { active: 'true' } }, {})).toBe(true)
    const actor = (name: string) =>
      ({
        provider: 'apify',
        method: 'POST',
        endpoint: '/v2/actors/{actorId}/run-sync',
        path: { actorId: name },
      }) as const
    for (const name of ['apify~send-mail', 'apify/send-mail', 'someone~linkedin-message-sender'])
      expect(sendsUnchecked(actor(name), { to: 'kim@example.com' })).toBe(true)
    expect(recipientsOf({ to: 'Kim <kim@example.com>' }, actor('apify~send-mail'))).toEqual(['kim@example.com'])
    expect(sendOfRaw(actor('apify~instagram-scraper'), { to: 'kim@example.com' })).toBeNull()
  })
})
