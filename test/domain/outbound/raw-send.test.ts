import { describe, expect, it } from '@jest/globals'
import { sendOfRaw } from '../../../domain/outbound/raw-send.ts'
import type { Json } from '../../../domain/json/json.ts'

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
    [{ to: [['a@example.com']] }, ['a@example.com']],
    [{ to: { email: 'a@example.com' } }, []],
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
      { provider: 'agentmail', method: 'POST', endpoint: '/v0/inboxes/{inbox_id}/messages/{message_id}/reply' },
      { to: 'a@example.com' },
    )
    expect(reply).toMatchObject({
      channel: 'email',
      reply: true,
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
})
