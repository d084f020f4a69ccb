import { describe, expect, it } from '@jest/globals'
import { blockedSend, guardsOf, type SendToGuard } from '../../../domain/outbound/guard.ts'
import type { Send } from '../../../domain/outbound/recipients.ts'

const SEND: Send = {
  channel: 'email',
  recipients: [{ kind: 'email', value: 'robin@example.com' }],
  chat_id: null,
  reply: false,
}
const request = (more: Partial<SendToGuard> = {}) =>
  guardsOf({ send: SEND, tablesOn: true, repeatTouchDays: 30, allowRepeat: false, ...more })

describe('which guards judge a run', () => {
  it.each<[string, Partial<SendToGuard>, object | null]>([
    ['a first message: both', {}, { repeatTouchDays: 30 }],
    ['a run that sends nothing: none', { send: null }, null],
    ['tables are off: suppressions only', { tablesOn: false }, { repeatTouchDays: null }],
    [
      'a reply: both, for recipients outside of its thread',
      { send: { ...SEND, reply: true } },
      { repeatTouchDays: 30 },
    ],
    ['a message into a chat: suppressions only', { send: { ...SEND, chat_id: 'c1' } }, { repeatTouchDays: null }],
    ['a send that may be repeated: suppressions only', { allowRepeat: true }, { repeatTouchDays: null }],
    ['the window is off: suppressions only', { repeatTouchDays: 0 }, { repeatTouchDays: null }],
  ])('%s', (_, more, guards) => {
    expect(request(more)).toEqual(guards)
  })
})

describe('a blocked send', () => {
  it('names the earlier run and its time for a repeated touch', () => {
    const at = '2026-11-20T09:30:00.000Z'
    expect(blockedSend({ kind: 'repeat_touch', runId: 'run_earlier', at })).toEqual({
      status: 'blocked',
      error: {
        code: 'repeat_touch',
        message: expect.stringContaining('run_earlier'),
        earlier_run_id: 'run_earlier',
        contacted_at: at,
      },
    })
  })

  it('names the recipient of a repeated touch, and how to follow up in its thread', () => {
    const earlier = { kind: 'repeat_touch', runId: 'run_earlier', at: '2026-11-20T09:30:00.000Z' } as const
    const recipient = 'robin@example.com'
    const mail = blockedSend({ ...earlier, recipient, thread: { member: 'in_reply_to', id: '<1@example.com>' } }).error
    expect(mail).toMatchObject({ recipient, in_reply_to: '<1@example.com>' })
    expect(mail.message).toMatch(/^robin@example\.com was contacted .* repeat it with in_reply_to "<1@example\.com>"/)
    const chat = blockedSend({ ...earlier, recipient: 'in/robin', thread: { member: 'chat_id', id: 'c1' } }).error
    expect(chat).toMatchObject({ recipient: 'in/robin', chat_id: 'c1' })
    expect(chat.message).toContain('repeat it with chat_id "c1" in place of the person')
    const related = blockedSend({ ...earlier, recipient: null, thread: null }).error
    expect(related.message).toMatch(/^A person who is related to this message by a table row was contacted /)
    expect(Object.keys(related).toSorted()).toEqual(['code', 'contacted_at', 'earlier_run_id', 'message'])
  })

  it.each([
    [2, /^Recipient 2 /],
    [null, /^A person who is related to this message by a table row or the chat is suppressed/],
  ])("names the recipient's position and the reason, and no address (position %s)", (position, words) => {
    const { status, error } = blockedSend({ kind: 'suppressed', reason: 'unsubscribe', position })
    expect([status, error.code]).toEqual(['blocked', 'suppressed'])
    expect(error.message).toMatch(words)
    expect(error.message).toContain('unsubscribe')
  })
})
