import { describe, expect, it } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { EVENTS, type EventType } from '../../../domain/events/types.ts'
import type { InboundProvider, ReadInbound } from '../../../domain/inbound/message.ts'
import { subjectOf } from '../../../domain/inbound/subject.ts'
import { readInbound } from '../../../domain/inbound/read.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { inboundFixture } from '../../build/inbound.ts'
import { ROWS } from './message-cases.ts'

const AT = '2026-11-20T10:00:00.000Z'
const providerOf = (fixture: string): InboundProvider =>
  fixture.startsWith('agentmail') ? 'agentmail' : fixture.startsWith('resend') ? 'resend' : 'unipile'
const read = (fixture: string, change: (message: JsonObject) => unknown = (message) => message): ReadInbound =>
  readInbound(providerOf(fixture), { body: change(inboundFixture(fixture)), at: AT, deliveryId: 'msg_delivery' })

describe("a provider's report, in the words of the service", () => {
  it.each(ROWS)('%s', (fixture, eventId, message) => {
    expect(read(fixture)).toEqual({ kind: 'event', eventId, message })
  })

  it.each(['agentmail-sent', 'resend-opened', 'unipile-own-message', 'unipile-message-read'])(
    '%s is ignored',
    (fixture) => {
      expect(read(fixture)).toEqual({ kind: 'nothing' })
    },
  )
})

describe('the queue that a message waits in', () => {
  it.each([
    ['agentmail-received', 'agentmail inbox sales@agentmail.example'],
    ['agentmail-bounced', 'agentmail inbox sales@agentmail.example'],
    ['resend-delivered', 'resend inbox sales@example.org'],
    ['unipile-linkedin-message', 'unipile account acc_own'],
    ['unipile-mail-received', 'unipile account acc_own'],
    ['unipile-new-relation', 'unipile account acc_own'],
    ['unipile-account-credentials', 'unipile account acc_own'],
  ])('%s: %s', (fixture, named) => {
    const message = read(fixture)
    expect(message.kind === 'event' && subjectOf(providerOf(fixture), message.message)).toBe(named)
  })
})

/** What the database adds to the data of each event. */
const OWN: Readonly<Record<string, object>> = {
  classified: { class: 'reply', evidence: null, returns_at: null, successor: null },
  inbox: { inbox: 'sales@example.org', inbox_id: 'inbox_1' },
  account: { account: 'Own', account_id: 'acct_1' },
}

describe('the data of an event', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  formats.default(ajv)
  const typesOf = (message: JsonObject): readonly EventType[] => {
    switch (message['kind']) {
      case 'mail_received':
        return ['email.received']
      case 'gmail_received':
        return ['gmail.received']
      case 'new_connection':
        return ['linkedin.new_connection']
      case 'chat_message_received':
        return ['linkedin.message_received', 'instagram.message_received', 'whatsapp.message_received']
      default:
        return []
    }
  }

  it.each(ROWS.filter(([, , message]) => message['data'] !== undefined || message['report'] !== undefined))(
    '%s has exactly the members of its type',
    (_fixture, _eventId, message) => {
      const report = message['report'] as { type: EventType; data: object } | undefined
      for (const type of report === undefined ? typesOf(message) : [report.type]) {
        const kind = type.endsWith('received') ? OWN['classified'] : {}
        const own = { ...(type.startsWith('email.') ? OWN['inbox'] : OWN['account']), ...kind }
        const data = { ...own, ...(report === undefined ? (message['data'] as object) : report.data) }
        const validate = ajv.compile(EVENTS[type].data)
        expect([type, validate(data), validate.errors]).toEqual([type, true, null])
        const required = Object.keys(EVENTS[type].data.properties).filter((member) => member !== 'run_id')
        expect(Object.keys(data).toSorted()).toEqual(required.toSorted())
      }
    },
  )
})

const inside =
  (member: string, change: object) =>
  (message: JsonObject): unknown => ({ ...message, [member]: { ...(message[member] as object), ...change } })

describe('what a provider leaves out or writes in another way', () => {
  it('has the headers of a mail by their names in lower case, and the types of its attachments', () => {
    const headers = { 'Auto-Submitted': 'auto-replied', 'X-Number': 1 }
    const attachments = [{ attachment_id: 'a', content_type: 'text/calendar' }, { attachment_id: 'b' }]
    expect(read('agentmail-received', inside('message', { headers, attachments }))).toMatchObject({
      message: { headers: new Map([['auto-submitted', 'auto-replied']]), contentTypes: ['text/calendar'] },
    })
  })

  it.each([
    ['blocked', ['received', 'blocked']],
    ['unauthenticated', ['received', 'unauthenticated']],
    ['spam', ['received', 'spam']],
  ])('message.received.%s is a label', (word, labels) => {
    expect(
      read('agentmail-received-spam', (message) => ({ ...message, event_type: `message.received.${word}` })),
    ).toMatchObject({ message: { data: { labels } } })
  })

  it.each(['0100019a@example.com', ' <0100019a@example.com> ', '< 0100019a@example.com >'])(
    'the id %j of a mail has the form in which a reply names it',
    (message_id) => {
      expect(read('agentmail-received', inside('message', { message_id }))).toMatchObject({
        message: { data: { message_id: '<0100019a@example.com>' } },
      })
      expect(read('agentmail-delivered', inside('delivery', { message_id }))).toMatchObject({
        message: { report: { data: { message_id: '<0100019a@example.com>' } } },
      })
      const mail = (message: JsonObject): unknown => ({ ...message, email_id: null, message_id })
      expect(read('unipile-mail-received', mail)).toMatchObject({
        message: { data: { message_id: '<0100019a@example.com>' } },
      })
    },
  )

  it('a label that the message has already is not repeated', () => {
    expect(read('agentmail-received-spam', inside('message', { labels: ['spam', 'received'] }))).toMatchObject({
      message: { data: { labels: ['spam', 'received'] } },
    })
  })

  it('a preview is the beginning of the text, and never ends within a character', () => {
    const text = `${'a'.repeat(199)}\u{1f600}${'b'.repeat(50)}`
    const message = read('agentmail-received', inside('message', { preview: null, text }))
    expect(message).toMatchObject({ message: { data: { text, preview: `${'a'.repeat(199)}\ufffd` } } })
  })

  it('text that PostgreSQL cannot store is stored without the characters in question', () => {
    expect(read('agentmail-received', inside('message', { text: 'a\u0000b\ud800c', preview: '\u0000' }))).toMatchObject(
      { message: { data: { text: 'ab\ufffdc', preview: 'ab\ufffdc' } } },
    )
  })

  it.each([
    ['Permanent', 'Permanent'],
    ['permanent', 'Permanent'],
    ['Transient', 'Transient'],
    ['Undetermined', 'Transient'],
    [null, 'Transient'],
  ])('a bounce of type %s is %s', (reported, type) => {
    expect(read('agentmail-bounced', inside('bounce', { type: reported }))).toMatchObject({
      message: { report: { data: { type } } },
    })
    const resend = (message: JsonObject): unknown => ({
      ...message,
      data: { ...(message['data'] as object), bounce: { type: reported } },
    })
    expect(read('resend-bounced', resend)).toMatchObject({ message: { report: { data: { type, sub_type: null } } } })
  })

  it.each([
    ['2026-11-20T09:00:00+02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20 09:00:00', '2026-11-20T09:00:00.000Z'],
    ['yesterday', AT],
    ['2026-13-41T00:00:00Z', AT],
    [1_763_629_200, AT],
    [null, AT],
  ])('a time that is written as %j is %s', (timestamp, at) => {
    expect(read('agentmail-delivered', inside('delivery', { timestamp }))).toMatchObject({
      message: { report: { data: { at } } },
    })
  })

  it('tags of a send may be a list, and a run is named only by its id', () => {
    const tagged = (tags: unknown) => read('resend-delivered', inside('data', { tags }))
    expect(tagged([{ name: 'run_id', value: 'run_01kax4jd2d3e5f6g7h8j9kamnp' }])).toMatchObject({
      message: { sender: { runId: 'run_01kax4jd2d3e5f6g7h8j9kamnp' } },
    })
    for (const tags of [{ run_id: "run_1' or true" }, { run_id: 7 }, [], null, 'run_id'])
      expect(tagged(tags)).toMatchObject({ message: { sender: { runId: null } } })
  })

  it.each([
    ['OK', 'connected'],
    ['RECONNECTED', 'connected'],
    ['CREATION_SUCCESS', 'connected'],
    ['SYNC_SUCCESS', 'connected'],
    ['CREDENTIALS', 'credentials'],
    ['STOPPED', 'stopped'],
    ['ERROR', 'error'],
    ['DELETED', 'deleted'],
  ])('an account reported as %s is %s', (message, state) => {
    expect(read('unipile-account-ok', inside('AccountStatus', { message }))).toMatchObject({ message: { state } })
  })

  it.each(['CONNECTING', 'PERMISSIONS', 'SOMETHING_NEW'])('an account reported as %s has no state yet', (message) => {
    expect(read('unipile-account-ok', inside('AccountStatus', { message }))).toEqual({ kind: 'nothing' })
  })

  it('a message that the account is reported to have sent is its own, with any named sender', () => {
    expect(read('unipile-linkedin-message', (message) => ({ ...message, is_sender: true }))).toEqual({
      kind: 'nothing',
    })
    expect(read('unipile-linkedin-message', (message) => ({ ...message, is_sender: 1, sender: null }))).toEqual({
      kind: 'nothing',
    })
  })

  it.each([1, true])(
    'an event in a chat that is not a message is ignored, also without a sender (is_event %j)',
    (is_event) => {
      expect(
        read('unipile-linkedin-message', (message) => ({ ...message, is_event, message: null, sender: null })),
      ).toEqual({ kind: 'nothing' })
    },
  )

  it.each(['sent', 'drafts'])("a mail in the account's own folder (%s) was not received", (role) => {
    expect(read('unipile-mail-received', (message) => ({ ...message, role, from_attendee: null }))).toEqual({
      kind: 'nothing',
    })
  })

  it.each([
    ['agentmail-received', 'event_id', ''],
    ['agentmail-received', 'inbox_id', 'message'],
    ['agentmail-bounced', 'message_id', 'bounce'],
    ['resend-bounced', 'email_id', 'data'],
    ['unipile-linkedin-message', 'chat_id', ''],
    ['unipile-new-relation', 'user_provider_id', ''],
    ['unipile-account-ok', 'account_id', 'AccountStatus'],
  ])('%s without %s is malformed', (fixture, member, within) => {
    const without = (message: JsonObject): unknown =>
      within === '' ? { ...message, [member]: undefined } : inside(within, { [member]: undefined })(message)
    expect(read(fixture, without)).toEqual({ kind: 'malformed', member })
  })
})
