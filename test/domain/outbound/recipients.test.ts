import { describe, expect, it } from '@jest/globals'
import { type Recipient, type Send, sendOf } from '../../../domain/outbound/recipients.ts'
import type { JsonObject } from '../../../domain/json/json.ts'

const email = (...values: string[]): Recipient[] => values.map((value) => ({ kind: 'email', value }))
const PROFILE = 'https://de.linkedin.com/in/Robin-Sample/?trk=x'

describe('a send', () => {
  it.each<[string, string, JsonObject, Send | null]>([
    [
      'names every recipient of an email once, in its normal form',
      'email.send',
      { to: ['Robin@Example.com', 'robin@example.com '], cc: 'ada+news@example.org', bcc: ['kim@Bücher.example'] },
      {
        channel: 'email',
        recipients: email('robin@example.com', 'ada+news@example.org', 'kim@xn--bcher-kva.example'),
        chat_id: null,
        reply: false,
      },
    ],
    [
      'answers a message',
      'email.send',
      { to: 'robin@example.com', in_reply_to: ' 1@example.com' },
      {
        channel: 'email',
        recipients: email('robin@example.com'),
        chat_id: null,
        reply: true,
        answers: '<1@example.com>',
      },
    ],
    [
      'invites a profile, however its address is written',
      'linkedin.invite',
      { profile_url: PROFILE },
      {
        channel: 'linkedin',
        recipients: [{ kind: 'linkedin', value: 'in/robin-sample' }],
        chat_id: null,
        reply: false,
      },
    ],
    [
      'messages a profile over the same channel',
      'linkedin.message',
      { profile_url: PROFILE, text: 't' },
      {
        channel: 'linkedin',
        recipients: [{ kind: 'linkedin', value: 'in/robin-sample' }],
        chat_id: null,
        reply: false,
      },
    ],
    [
      'into a chat is a reply to the person in it',
      'linkedin.message',
      { chat_id: 'c1', text: 't' },
      { channel: 'linkedin', recipients: [], chat_id: 'c1', reply: true },
    ],
    [
      'into a chat that also names a person has both',
      'linkedin.message',
      { chat_id: 'c1', profile_url: PROFILE, text: 't' },
      { channel: 'linkedin', recipients: [{ kind: 'linkedin', value: 'in/robin-sample' }], chat_id: 'c1', reply: true },
    ],
    [
      'to a profile without a slug is compared as it was written',
      'linkedin.invite',
      { profile_url: 'https://www.linkedin.com/sales/lead/ACw,N' },
      {
        channel: 'linkedin',
        recipients: [{ kind: 'linkedin', value: 'https://www.linkedin.com/sales/lead/acw,n' }],
        chat_id: null,
        reply: false,
      },
    ],
    [
      'on Instagram names a handle there',
      'chat.send',
      { platform: 'instagram', handle: '@Ada.Sample', text: 't' },
      {
        channel: 'instagram',
        recipients: [{ kind: 'handle', value: 'instagram:ada.sample' }],
        chat_id: null,
        reply: false,
      },
    ],
    [
      'on WhatsApp names a phone',
      'chat.send',
      { platform: 'whatsapp', phone: '+12025550123', text: 't' },
      { channel: 'whatsapp', recipients: [{ kind: 'phone', value: '+12025550123' }], chat_id: null, reply: false },
    ],
    [
      'to an impossible number is compared as it was written',
      'chat.send',
      { platform: 'whatsapp', phone: '+1000000', text: 't' },
      { channel: 'whatsapp', recipients: [{ kind: 'phone', value: '+1000000' }], chat_id: null, reply: false },
    ],
    [
      'into a chat on WhatsApp is a reply',
      'chat.send',
      { platform: 'whatsapp', chat_id: 'c2', text: 't' },
      { channel: 'whatsapp', recipients: [], chat_id: 'c2', reply: true },
    ],
    ['does not include a lookup', 'contact.find', { full_name: 'Robin Sample', domain: 'example.com' }, null],
  ])('%s', (_, capability, input, send) => {
    expect(sendOf(capability, input)).toEqual(send)
  })

  it('has no value that is longer than what is stored', () => {
    const profile = `https://www.linkedin.com/in/${'a'.repeat(2_000)}`
    expect(
      sendOf('linkedin.invite', { profile_url: profile })?.recipients.map(({ value }) => value.length <= 500),
    ).toEqual([true])
  })
})
