import { describe, expect, it } from '@jest/globals'
import type { Classified, Message, ReplyClass } from '../../../domain/replies/classes.ts'
import { classifyMessage, correctedMessage } from '../../../domain/replies/classify.ts'
import { ownWords } from '../../../domain/replies/own-words.ts'
import { cpuMs } from '../../support/cpu-time.ts'

interface Mail {
  readonly subject?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
  readonly contentTypes?: readonly string[]
}

const classOf = (text: string, { subject, headers, from, contentTypes = [] }: Mail = {}): Classified =>
  classifyMessage({
    headers: headers === undefined ? null : new Map(Object.entries(headers)),
    subject: subject ?? 'Re: Hello',
    text,
    receivedAt: '2026-09-25T10:00:00Z',
    from: from ?? 'Robin Sample <robin@example.net>',
    contentTypes,
  })

describe('a header', () => {
  it.each<[string, Readonly<Record<string, string>>, ReplyClass]>([
    ['RFC 3834', { 'auto-submitted': 'auto-replied' }, 'auto_reply'],
    ['RFC 3834, a person', { 'auto-submitted': 'no' }, 'interested'],
    ['Exchange', { 'x-auto-response-suppress': 'All' }, 'auto_reply'],
    ['Exchange, for receipts alone', { 'x-auto-response-suppress': 'DR, RN, NRN' }, 'interested'],
    ['a responder', { 'x-autoreply': 'yes' }, 'auto_reply'],
    ['a vacation', { 'x-autorespond': 'vacation' }, 'out_of_office'],
    ['RFC 3464', { 'content-type': 'multipart/report; report-type=delivery-status; boundary=x' }, 'bounce'],
    ['RFC 5965', { 'content-type': 'multipart/report; report-type="feedback-report"; boundary=x' }, 'complaint'],
    ['RFC 8098', { 'content-type': 'multipart/report; report-type=disposition-notification' }, 'auto_reply'],
    ['RFC 5545', { 'content-type': 'text/calendar; method=REPLY' }, 'calendar'],
    ['a mailing', { precedence: 'bulk', 'list-unsubscribe': '<https://example.org/u>' }, 'auto_reply'],
    ['an answer through a list', { 'list-id': '<team.example.org>', 'in-reply-to': '<1@example.com>' }, 'interested'],
  ])('of %s decides', (_, headers, expected) => {
    expect(classOf('Yes, let us talk next week.', { headers }).class).toBe(expected)
  })

  it('makes a message automatic, and no text makes it human again', () => {
    const headers = { 'auto-submitted': 'auto-replied' }
    expect(classOf('Yes, let us talk. Please unsubscribe me.', { headers })).toEqual({
      class: 'auto_reply',
      evidence: { source: 'header', value: 'auto-submitted: auto-replied' },
    })
  })
})

describe('an objection', () => {
  it.each([
    'Please do not stop, I like these.',
    "Please don't stop sending these, they help.",
    'Stop by our booth at the fair.',
    'Is this a non-stop flight?',
    'The unsubscribe link is at the bottom of each newsletter.',
    'To unsubscribe, click here.',
    'If you no longer wish to receive these emails, unsubscribe here.',
    'I did not unsubscribe, and still get nothing.',
    'Thank you.\n\nOn Mon, 3 Mar 2025 at 10:12, Ada <ada@example.com> wrote:\n> Unsubscribe: https://example.com/u',
    'Thank you.\n\nFrom: Ada <ada@example.com>\nSent: Monday\nSubject: Hello\n\nPlease unsubscribe me',
    'Thank you.\n> Please remove me from your list.',
    'Bitte nicht aufhören!',
    "N'arrêtez surtout pas de m'écrire !",
    'No dejes de escribirme.',
    'やめないでください。',
  ])('is not read into %j', (text) => {
    expect(classOf(text).class).not.toBe('unsubscribe_request')
  })

  it('has the words of the message as evidence', () => {
    expect(classOf('Hi Ada,\nplease remove me from your list.\nBest regards\nRobin')).toEqual({
      class: 'unsubscribe_request',
      evidence: { source: 'phrase', value: 'remove me from your list' },
    })
  })

  it('counts above an absence and above interest', () => {
    expect(classOf('Sounds great, but stop contacting me.').class).toBe('unsubscribe_request')
    expect(classOf('REMOVE\n\nI am out of the office until Monday.').class).toBe('unsubscribe_request')
  })
})

describe('an absence', () => {
  it.each([
    'I am out of the office next week, but yes let us talk.',
    'I was out of the office last week. What did you have in mind?',
    'I am away until Monday, the price is $100.',
    'My colleague is out of office, I can answer: 20 people.',
  ])('is not read into %j', (text) => {
    expect(['reply', 'interested']).toContain(classOf(text).class)
  })

  it.each<[string, string | null]>([
    ['I am out of the office until Monday 5 October.', '2026-10-05'],
    ['I am out of the office until Friday.', '2026-10-02'],
    ['I am out of the office until 9/8/2026.', null],
    ['I am out of the office until further notice.', null],
    ['I am out of the office. I will be back on 1 March.', '2027-03-01'],
    ['I am on vacation from 28 September to 9 October.', '2026-10-09'],
    ['Ich bin bis zum 14. Oktober nicht im Büro.', '2026-10-14'],
    ['Ich bin bis einschließlich 14. Oktober abwesend.', '2026-10-15'],
    ["Je suis absent jusqu'au 12/10.", '2026-10-12'],
    ['Estoy fuera de la oficina hasta el 5 de octubre.', '2026-10-05'],
    ['Sono fuori ufficio fino al 5 ottobre.', '2026-10-05'],
    ['Ik ben afwezig tot en met 5 oktober.', '2026-10-06'],
    ['Estou de férias até 5 de outubro.', '2026-10-05'],
    ['Jestem na urlopie do 5 października.', '2026-10-05'],
    ['3月5日まで不在にしております。', '2027-03-05'],
  ])('%j: the person is back on %s', (text, expected) => {
    expect(classOf(text)).toMatchObject({ class: 'out_of_office', returns_at: expected })
  })
})

describe('a correction', () => {
  const message = (text: string): Message => ({
    headers: null,
    subject: null,
    text,
    receivedAt: '2026-09-25T10:00:00Z',
    from: 'robin@example.net',
    contentTypes: [],
  })

  it('reads the date and the successor of a text that has no known phrase', () => {
    expect(
      correctedMessage(message('The cottage has no internet; I am back on 5 October.'), {
        to: 'out_of_office',
        from: 'reply',
      }),
    ).toEqual({
      class: 'out_of_office',
      evidence: { source: 'correction', value: 'reply' },
      returns_at: '2026-10-05',
    })
    expect(correctedMessage(message('Ask kim@example.net.'), { to: 'left_company', from: 'reply' })).toMatchObject({
      successor: 'kim@example.net',
    })
  })
})

describe('what the sender wrote', () => {
  it.each([
    'On Mon, 3 Mar 2025 at 10:12, Ada <ada@example.com> wrote:',
    'Am Mo., 3. März 2025 um 10:12 Uhr schrieb Ada <ada@example.com>:',
    'Le lun. 3 mars 2025 à 10:12, Ada <ada@example.com> a écrit :',
    'El lun, 3 mar 2025 a las 10:12, Ada (<ada@example.com>) escribió:',
    'Il giorno lun 3 mar 2025 alle ore 10:12 Ada <ada@example.com> ha scritto:',
    'Op ma 3 mrt 2025 om 10:12 schreef Ada <ada@example.com>:',
    'Em seg., 3 de mar. de 2025 às 10:12, Ada <ada@example.com> escreveu:',
    'pon., 3 mar 2025 o 10:12 Ada <ada@example.com> napisał(a):',
    '2025年3月3日(月) 10:12 Ada <ada@example.com>:',
    '-----Original Message-----',
    '-----Ursprüngliche Nachricht-----',
    '________________________________',
    'Von: Ada <ada@example.com>\nGesendet: Montag',
    'De : Ada <ada@example.com>\nEnvoyé : lundi',
  ])('ends before %j', (line) => {
    expect(ownWords(`The reply.\n\n${line}\nReply STOP to unsubscribe.`)).toBe('The reply.')
  })

  it('keeps prose that mentions a date and someone who wrote', () => {
    const text = 'On 3 March our CTO wrote: take us off this list.'
    expect(ownWords(text)).toBe(text)
  })
})

const UNITS = [
  'On ',
  'From: ',
  'wrote: ',
  '> ',
  '<a@',
  'stop ',
  '1.1.',
  '\n',
  'On 1 wrote:\n',
  'jan 1-',
  '配信',
  'remove me ',
  '[x]',
]

describe.each(UNITS)('a text of %j alone', (unit) => {
  it.each([2_000, 16_000, 200_000])('with %i characters is read in time', (length) => {
    const text = unit.repeat(length / unit.length)
    classOf('warm')
    expect(cpuMs(() => classOf(text, { subject: text, from: text }))).toBeLessThan(150)
  })
})
