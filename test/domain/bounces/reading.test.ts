import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readBounce } from '../../../domain/bounces/reading.ts'
import { type BounceClass, BOUNCE_RULES, SUB_TYPES } from '../../../domain/bounces/rules.ts'
import { TEXTS } from './texts.ts'

const general = (status: string | null) => readBounce({ permanent: true, subType: 'General', status })

const CLASSES: readonly BounceClass[] = ['unknown_recipient', 'recipient_policy', 'sender_fault', 'transient']
const CASES = Object.entries(TEXTS).flatMap(([server, classes]) =>
  CLASSES.flatMap((kind) => (classes[kind] ?? []).map((text): [BounceClass, string, string] => [kind, server, text])),
)

describe('what mail servers answer', () => {
  it.each(CASES)('is %s of %s: %s', (kind, _, text) => {
    expect(general(text)).toBe(kind)
  })

  it('is known in at least 150 forms', () => {
    expect(new Set(CASES.map(([, , text]) => text)).size).toBeGreaterThanOrEqual(150)
  })

  it('is read alike with any case, and as a provider passes it on', () => {
    for (const [kind, , text] of CASES) {
      expect(general(`smtp; ${text}`)).toBe(kind)
      expect(general(`${text}\r\n`)).toBe(kind)
    }
  })

  it('never credits by what names of addresses, hosts and pages state', () => {
    expect(general('554 rejected as spam <user-unknown@no-such-user.example>')).toBe('recipient_policy')
    expect(general('554 see https://example.com/?p=no-such-user')).toBe('recipient_policy')
    expect(general('554 host user-unknown.mx.example.com[192.0.2.7] said no')).toBe('recipient_policy')
    expect(general('550 5.1.1 <sender-rejected@spamhaus.example.com>: user unknown')).toBe('unknown_recipient')
  })

  it('is read whatever it states, in time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5_000 }), (text) => {
        expect(CLASSES).toContain(general(text))
      }),
    )
    const long = 'user sender mailbox address account over '.repeat(200)
    expect(CLASSES).toContain(general(long))
  })
})

describe("the provider's own words", () => {
  it.each<[BounceClass, string | null, string | null]>([
    // AgentMail's documents show a recipient with this status, and no text of the mail server.
    ['unknown_recipient', 'General', 'bounced'],
    ['unknown_recipient', 'General', 'Bounced'],
    ['unknown_recipient', 'General', 'failed'],
    ['unknown_recipient', 'General', null],
    ['unknown_recipient', 'General', ''],
    ['unknown_recipient', 'NoEmail', null],
    ['recipient_policy', null, null],
    ['recipient_policy', null, 'bounced'],
    ['recipient_policy', 'Suppressed', '5.1.1'],
    ['recipient_policy', 'OnAccountSuppressionList', null],
    ['recipient_policy', 'ContentRejected', '5.1.1'],
    ['recipient_policy', 'AttachmentRejected', null],
    ['recipient_policy', 'MessageTooLarge', 'bounced'],
    ['transient', 'MailboxFull', 'bounced'],
    ['recipient_policy', 'SomethingNew', '5.1.1'],
    ['unknown_recipient', null, '550 5.1.1 user unknown'],
    ['unknown_recipient', 'General', 'smtp; 550-5.1.1 The email account does not exist. from 5.7.1.20'],
    ['recipient_policy', 'General', '5.1.11'],
    ['transient', 'General', '4.1.1'],
    ['sender_fault', 'General', '5.1.8'],
    ['recipient_policy', 'General', 'a sentence that no server is known to send'],
  ])('are %s: %s with %s', (kind, subType, status) => {
    expect(readBounce({ permanent: true, subType, status })).toBe(kind)
  })

  it('make a bounce that is not final transient, unless the sender is at fault', () => {
    const soft = (status: string | null) => readBounce({ permanent: false, subType: 'General', status })
    for (const status of [null, 'bounced', '550 5.1.1 user unknown', '550 Blocked'])
      expect(soft(status)).toBe('transient')
    expect(soft('550 5.7.26 unauthenticated')).toBe('sender_fault')
  })
})

describe('the table', () => {
  it('states of each rule who sends it, and has a condition', () => {
    for (const { source, words, status, reply } of BOUNCE_RULES) {
      expect(source.length).toBeGreaterThan(10)
      expect(words ?? status ?? reply).toBeInstanceOf(RegExp)
    }
    expect(Object.keys(SUB_TYPES).length).toBeGreaterThan(5)
  })

  it('has no rule that the texts do not need', () => {
    const decided = (without: number) => {
      const rules = BOUNCE_RULES.filter((_, index) => index !== without)
      return CASES.some(
        ([kind, , status]) => readBounce({ permanent: true, subType: 'General', status }, rules) !== kind,
      )
    }
    const unused = BOUNCE_RULES.filter((_, index) => !decided(index)).map(({ source }) => source)
    expect(unused).toEqual([])
  })
})
