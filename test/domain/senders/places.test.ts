import { describe, expect, it } from '@jest/globals'
import type { SenderKind } from '../../../domain/senders/sender.ts'
import { noSenderReason, type SenderAccount } from '../../../domain/senders/places.ts'

const at = (provider: string, own: boolean, canSend = true): SenderAccount => ({ provider, own, canSend })

describe('an account through which a send may leave', () => {
  it.each<[string, readonly SenderAccount[], boolean, string | null]>([
    ['has an inbox', [at('mailer', false)], false, null],
    ['is the own one of an inbox', [at('mailer', true)], true, null],
    ['has none', [], false, 'you have no inbox there that can send'],
    ['has none, another provider has', [at('other', false)], false, 'no inbox that may send this message is there'],
    ['has one that cannot send', [at('mailer', false, false)], false, 'your inbox there cannot send now'],
    [
      'is the own one of none',
      [at('mailer', false)],
      true,
      'no inbox that may send this message is in your own account there',
    ],
    [
      'is the platform’s, and the inbox is in the own one',
      [at('mailer', true, false)],
      false,
      'your inbox is in your own account there, which is not connected',
    ],
    [
      'is the platform’s, and the inbox sends from the own one',
      [at('mailer', true)],
      false,
      'your inbox is in your own account there',
    ],
  ])('%s', (_, places, own, reason) => {
    expect(noSenderReason(places, { provider: 'mailer', own }, ['inbox'])).toBe(reason)
  })

  it('is the one that holds an account of a network', () => {
    for (const own of [true, false])
      expect(noSenderReason([at('chatter', own)], { provider: 'chatter', own }, ['linkedin'])).toBeNull()
    expect(noSenderReason([at('chatter', false)], { provider: 'chatter', own: true }, ['linkedin'])).toBe(
      'no linkedin account that may send this message is in your own account there',
    )
    expect(noSenderReason([], { provider: 'chatter', own: true }, ['inbox', 'gmail'])).toBe(
      'you have no inbox or gmail account in your own account there that can send',
    )
    expect(noSenderReason([], { provider: 'chatter', own: false }, ['instagram', 'whatsapp'])).toBe(
      'you have no instagram or whatsapp account there that can send',
    )
  })

  it.each<[string, readonly SenderKind[], string]>([
    ['agentmail', ['inbox', 'gmail'], 'you have no inbox there that can send (make an inbox: POST /v1/email/inboxes)'],
    [
      'resend',
      ['inbox'],
      'you have no inbox there that can send (add a domain: POST /v1/email/domains; then make an inbox of it: POST /v1/email/inboxes)',
    ],
    [
      'unipile',
      ['inbox', 'gmail'],
      'you have no gmail account there that can send (connect an account: POST /v1/gmail/accounts)',
    ],
    [
      'unipile',
      ['instagram', 'whatsapp'],
      'you have no instagram or whatsapp account there that can send (connect an account: POST /v1/instagram/accounts or POST /v1/whatsapp/accounts)',
    ],
    ['agentmail', ['gmail'], 'you have no gmail account there that can send'],
  ])('%s: the reason for %p states how to make one', (provider, kinds, reason) => {
    expect(noSenderReason([], { provider, own: false }, kinds)).toBe(reason)
  })
})
