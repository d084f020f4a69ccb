import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import {
  withSenderIds,
  resolveSender,
  type SenderAnswer,
  type SenderQuestion,
} from '../../../domain/senders/resolve.ts'
import { namedSenders, type OwnSender, senderKind } from '../../../domain/senders/sender.ts'
import { SIMULATED_INBOX } from '../../../domain/senders/simulated.ts'

const inbox = (name: string, more: Partial<OwnSender> = {}): OwnSender => ({
  id: `inbox_${name}`,
  provider: 'mailer',
  externalId: `ext-${name}`,
  address: `${name}@example.com`,
  displayName: null,
  connectionId: null,
  canSend: true,
  reports: true,
  ...more,
})
const account = (name: string, more: Partial<OwnSender> = {}): OwnSender => ({
  id: `acct_${name}`,
  provider: 'chatter',
  externalId: `ext-${name}`,
  address: null,
  displayName: null,
  connectionId: null,
  canSend: true,
  reports: true,
  ...more,
})

const MESSAGE: JsonObject = { to: 'robin@example.org', subject: 's', text: 't' }

const request = (more: Partial<SenderQuestion> & { readonly input?: JsonObject }): SenderAnswer => {
  const { input = {}, ...question } = more
  return resolveSender({
    kind: 'inbox',
    environment: 'live',
    provider: 'mailer',
    connectionId: null,
    own: [],
    origin: { kind: 'unseen' },
    ...question,
    input: { ...MESSAGE, ...input },
  })
}
/** The sender that was found, or the reason why none was. */
const found = (answer: SenderAnswer): string =>
  answer.kind === 'refused' ? answer.detail : (answer.sender?.id ?? 'whichever has the chat')

const NONE = 'no inbox of this workspace can send through this provider'
const UNKNOWN = 'this workspace has no inbox with this id in this environment'
const SEVERAL = 'several can send: name one in inbox_id'
const ELSEWHERE = 'this inbox belongs to another provider'
const OTHER_ACCOUNT = 'this inbox belongs to another account at this provider'
const DISCONNECTED = 'this inbox cannot send now: it is not connected'
const [a, b] = [inbox('a'), inbox('b')]
const ownInbox = inbox('own', { connectionId: 'conn_1' })

describe('an email goes out', () => {
  it.each<[string, Parameters<typeof request>[0], string]>([
    ['from the only inbox', { own: [a] }, 'inbox_a'],
    ['from the only inbox at this provider', { own: [a, inbox('z', { provider: 'other' })] }, 'inbox_a'],
    ['from the only inbox that can send', { own: [inbox('b', { canSend: false }), a] }, 'inbox_a'],
    ['from nowhere without an inbox', { own: [] }, NONE],
    ['from nowhere when no inbox can send', { own: [inbox('a', { canSend: false })] }, NONE],
    ['from nowhere when all are at another provider', { own: [inbox('z', { provider: 'other' })] }, NONE],
    ['from nowhere when several could and none is named', { own: [a, b] }, SEVERAL],
    ['from the inbox in the account that calls', { own: [a, ownInbox], connectionId: 'conn_1' }, 'inbox_own'],
    ['from the inbox in the account of the platform', { own: [ownInbox, a] }, 'inbox_a'],
    [
      'from nowhere when the inbox is in the own account',
      { own: [a, ownInbox], input: { inbox_id: 'inbox_own' } },
      OTHER_ACCOUNT,
    ],
    ['from the inbox named by its id', { own: [a, b], input: { inbox_id: 'inbox_b' } }, 'inbox_b'],
    ['from the inbox named by its address', { own: [a, b], input: { inbox_id: 'B@Example.com' } }, 'inbox_b'],
    ['from the inbox of the address', { own: [a, b], input: { from: 'b@EXAMPLE.com' } }, 'inbox_b'],
    [
      'from the inbox that both names mean',
      { own: [a], input: { inbox_id: 'inbox_a', from: 'a@example.com' } },
      'inbox_a',
    ],
    [
      'from neither of two inboxes named at once',
      { own: [a, b], input: { inbox_id: 'inbox_a', from: 'b@example.com' } },
      'inbox_id and from name two different inboxes',
    ],
    ['from no inbox that the workspace does not have', { own: [a], input: { inbox_id: 'inbox_of_somebody' } }, UNKNOWN],
    ['from no address that the workspace does not have', { own: [a], input: { from: 'a@example.org' } }, UNKNOWN],
    [
      'from no inbox when one of two names is unknown',
      { own: [a], input: { inbox_id: 'inbox_a', from: 'a@example.org' } },
      UNKNOWN,
    ],
    ["from no inbox named by the provider's id", { own: [a], input: { inbox_id: 'ext-a' } }, UNKNOWN],
    [
      'from no inbox of another provider',
      { own: [inbox('a', { provider: 'other' })], input: { inbox_id: 'inbox_a' } },
      ELSEWHERE,
    ],
    [
      'from the one at this provider when two providers have the address',
      { own: [inbox('z', { provider: 'other', address: 'a@example.com' }), a], input: { from: 'a@example.com' } },
      'inbox_a',
    ],
    [
      'from no inbox that is not connected',
      { own: [inbox('a', { canSend: false })], input: { inbox_id: 'inbox_a' } },
      DISCONNECTED,
    ],
    ['never from the sandbox', { own: [], input: { inbox_id: SIMULATED_INBOX.id } }, UNKNOWN],
  ])('%s', (_, question, answer) => {
    expect(found(request(question))).toBe(answer)
  })

  it("in the provider's words, and comes back in the workspace's", () => {
    const answer = request({ own: [a] })
    expect(answer).toEqual({
      kind: 'ready',
      sender: a,
      senders: ['ext-a'],
      input: { ...MESSAGE, inbox_id: 'ext-a', from: 'a@example.com' },
    })
    expect(withSenderIds({ message_id: 'm', inbox_id: 'ext-a' }, a)).toEqual({ message_id: 'm', inbox_id: 'inbox_a' })
    expect(withSenderIds({ message_id: 'm', chat_id: 'c' }, account('a'))).toEqual({ message_id: 'm', chat_id: 'c' })
    expect(withSenderIds({ email: 'a@example.com' }, null)).toEqual({ email: 'a@example.com' })
  })

  it('or is refused without a quote of the input', () => {
    const secret = 'somebody@example.net'
    const inputs: readonly JsonObject[] = [
      { inbox_id: secret },
      { from: secret },
      { inbox_id: 'inbox_a', from: secret },
    ]
    for (const input of inputs) {
      expect(JSON.stringify(request({ own: [a], input }))).not.toContain(secret)
    }
  })
})

describe('a reply goes out', () => {
  const input = { in_reply_to: 'message' }
  const own = { kind: 'own', senderId: 'inbox_b' } as const

  it.each<[string, Parameters<typeof request>[0], string]>([
    ['from the inbox that has the message', { own: [a, b], origin: own }, 'inbox_b'],
    [
      'from the inbox that has the message, known by its address',
      { own: [a, b], origin: { kind: 'own', senderId: 'b@example.com' } },
      'inbox_b',
    ],
    [
      'from no inbox when that one is gone',
      { own: [a], origin: own },
      'the inbox with the message to reply to cannot be used here',
    ],
    [
      'from no inbox when that one is at another provider',
      { own: [a, inbox('b', { provider: 'other' })], origin: own },
      'the inbox with the message to reply to cannot be used here',
    ],
    [
      'from no inbox when that one is not connected',
      { own: [a, inbox('b', { canSend: false })], origin: own },
      DISCONNECTED,
    ],
    [
      'from the inbox named, and the provider states whether the message is there',
      { own: [a], origin: own, input: { inbox_id: 'inbox_a' } },
      'inbox_a',
    ],
    ['from the only inbox when the message was not seen', { own: [a], origin: { kind: 'unseen' } }, 'inbox_a'],
    [
      'from the only inbox when others have the message: two inboxes may hold one message',
      { own: [a], origin: { kind: 'foreign' } },
      'inbox_a',
    ],
    ['from nowhere when several inboxes may have it', { own: [a, b], origin: { kind: 'unseen' } }, SEVERAL],
  ])('%s', (_, question, answer) => {
    expect(found(request({ ...question, input: { ...input, ...question.input } }))).toBe(answer)
  })
})

describe('in the sandbox an email goes out', () => {
  const own = { kind: 'own', senderId: 'inbox_b' } as const

  it.each<[string, Parameters<typeof request>[0], string]>([
    ['from the simulated inbox when there is no other', {}, SIMULATED_INBOX.id],
    ['from the simulated inbox, named', { input: { inbox_id: SIMULATED_INBOX.id } }, SIMULATED_INBOX.id],
    ['from the simulated inbox, by its address', { input: { from: 'Sandbox@inbox.example' } }, SIMULATED_INBOX.id],
    ['from the only inbox that was made, at either provider', { own: [a], provider: 'sandbox-beta' }, 'inbox_a'],
    ['from nowhere when several could and none is named', { own: [a, b] }, SEVERAL],
    ['from no inbox that the workspace does not have', { input: { inbox_id: 'inbox_of_somebody' } }, UNKNOWN],
    ['as a reply from the inbox that has the message', { own: [a, b], origin: own }, 'inbox_b'],
    [
      'as a reply from the simulated inbox that has the message',
      { own: [a, b], origin: { kind: 'own', senderId: SIMULATED_INBOX.id } },
      SIMULATED_INBOX.id,
    ],
    [
      'as a reply from the inbox named that has the message',
      { own: [b], origin: own, input: { from: 'b@example.com' } },
      'inbox_b',
    ],
    [
      'not as a reply from an inbox without the message',
      { own: [a], origin: own, input: { inbox_id: 'inbox_a' } },
      'the message to reply to is in another inbox',
    ],
    [
      'not as a reply to a message of another workspace',
      { own: [a], origin: { kind: 'foreign' } },
      'the message to reply to is not in an inbox of this workspace',
    ],
    [
      'not as a reply to a message of another workspace from a named inbox',
      { own: [a], origin: { kind: 'foreign' }, input: { inbox_id: 'inbox_a' } },
      'the message to reply to is not in an inbox of this workspace',
    ],
    ['as a reply to an unknown message', { origin: { kind: 'unseen' } }, SIMULATED_INBOX.id],
    [
      'as a reply when the inbox of the message was never recorded',
      { origin: { kind: 'own', senderId: null }, input: { inbox_id: SIMULATED_INBOX.id } },
      SIMULATED_INBOX.id,
    ],
  ])('%s', (_, question, answer) => {
    expect(found(request({ environment: 'test', provider: 'sandbox-alpha', ...question }))).toBe(answer)
  })
})

describe('a message on a network goes out', () => {
  const chats = { kind: 'linkedin', provider: 'chatter' } as const
  const [one, two] = [account('one'), account('two')]

  it.each<[string, Parameters<typeof request>[0], string]>([
    ['from the only account', { own: [one] }, 'acct_one'],
    ['from the account named', { own: [two], input: { account_id: 'acct_two' } }, 'acct_two'],
    [
      'from no account that the workspace does not have',
      { own: [], input: { account_id: 'acct_two' } },
      'this workspace has no linkedin account with this id in this environment',
    ],
    [
      'from nowhere without an account',
      { own: [] },
      'no linkedin account of this workspace can send through this provider',
    ],
    [
      'from nowhere when several could and none is named',
      { own: [one, two] },
      'several can send: name one in account_id',
    ],
    ['from the account that has the chat', { own: [one, two], input: { chat_id: 'chat' } }, 'whichever has the chat'],
    ['from the only account into a chat', { own: [one], input: { chat_id: 'chat' } }, 'acct_one'],
    [
      'from no account that is not connected',
      { own: [account('one', { canSend: false })], input: { account_id: 'acct_one' } },
      'this linkedin account cannot send now: it is not connected',
    ],
    ['in the sandbox from the simulated account', { environment: 'test', own: [] }, 'acct_sandbox_linkedin'],
    [
      'in the sandbox from no account that the workspace does not have',
      { environment: 'test', own: [], input: { account_id: 'acct_sandbox_whatsapp' } },
      'this workspace has no linkedin account with this id in this environment',
    ],
  ])('%s', (_, question, answer) => {
    expect(found(request({ ...chats, ...question }))).toBe(answer)
  })

  it('names to the provider the account, or all that may have the chat and can send', () => {
    const own = [one, account('off', { canSend: false }), account('z', { provider: 'other' }), two]
    expect(request({ ...chats, own: [one] })).toMatchObject({ input: { account_id: 'ext-one' }, senders: ['ext-one'] })
    expect(request({ ...chats, own, input: { chat_id: 'chat' } })).toEqual({
      kind: 'ready',
      sender: null,
      senders: ['ext-one', 'ext-two'],
      input: { ...MESSAGE, chat_id: 'chat' },
    })
  })
})

describe('an email from a Gmail account goes out', () => {
  const gmail = (name: string, more: Partial<OwnSender> = {}) => account(name, { provider: 'mailer', ...more })
  const [mine, other] = [gmail('mine'), gmail('other')]

  it.each<[string, Parameters<typeof request>[0], string]>([
    ['named by its id', { own: [mine, other], input: { account_id: 'acct_mine' } }, 'acct_mine'],
    ['that holds the message', { own: [mine, other], origin: { kind: 'own', senderId: 'acct_other' } }, 'acct_other'],
    [
      'never as a reply to a message that another account holds',
      { own: [mine], input: { account_id: 'acct_mine' }, origin: { kind: 'own', senderId: 'acct_other' } },
      'the message to reply to is in another account',
    ],
    [
      'never as a reply to a message of another workspace',
      { own: [mine], input: { account_id: 'acct_mine' }, origin: { kind: 'foreign' } },
      'the message to reply to is not in an account of this workspace',
    ],
    [
      'never through an account at the provider that does not hold it',
      { own: [gmail('mine', { connectionId: 'conn_1' })], input: { account_id: 'acct_mine' } },
      'this gmail account belongs to another account at this provider',
    ],
  ])('%s', (_, question, answer) => {
    expect(found(request({ ...question, kind: 'gmail' }))).toBe(answer)
  })

  it("comes back with the workspace's id of the account", () => {
    expect(withSenderIds({ message_id: 'm', inbox_id: null, account_id: 'ext-mine' }, mine)).toEqual({
      message_id: 'm',
      inbox_id: null,
      account_id: 'acct_mine',
    })
  })
})

describe('the sender of a send', () => {
  it.each<[string, JsonObject, ReturnType<typeof senderKind>]>([
    ['email.send', {}, 'inbox'],
    ['email.send', { account_id: 'acct_mail' }, 'gmail'],
    ['linkedin.invite', {}, 'linkedin'],
    ['linkedin.message', {}, 'linkedin'],
    ['chat.send', { platform: 'whatsapp' }, 'whatsapp'],
    ['chat.send', { platform: 'instagram' }, 'instagram'],
    ['contact.find', {}, null],
    ['social.posts', { platform: 'instagram' }, null],
  ])('named by %s %j is %s', (capability, input, kind) => {
    expect(senderKind(capability, input)).toBe(kind)
  })

  it('is named by inbox, address or account', () => {
    expect(namedSenders({ inbox_id: ' inbox_a ', from: 'a@example.com', to: 'b@example.com' })).toEqual([
      'inbox_a',
      'a@example.com',
    ])
    expect(namedSenders({ account_id: 'acct_a', chat_id: 'chat' })).toEqual(['acct_a'])
    expect(namedSenders({ chat_id: 'chat' })).toEqual([])
  })
})
