import { describe, expect, it } from '@jest/globals'
import { blockedSend, guardsOf, type SendToGuard } from '../../../domain/outbound/guard.ts'
import type { Send } from '../../../domain/outbound/recipients.ts'

const SEND: Send = {
  channel: 'email',
  recipients: [{ kind: 'email', value: 'robin@example.com' }],
  chat_id: null,
  reply: false,
}
const ask = (more: Partial<SendToGuard> = {}) =>
  guardsOf({ send: SEND, tablesOn: true, repeatTouchDays: 30, allowRepeat: false, ...more })

describe('which guards judge a run', () => {
  it.each<[string, Partial<SendToGuard>, object | null]>([
    ['both a first message', {}, { repeatTouchDays: 30 }],
    ['none what sends nothing', { send: null }, null],
    ['none while tables are off', { tablesOn: false }, null],
    ['suppressions alone a reply', { send: { ...SEND, reply: true } }, { repeatTouchDays: null }],
    ['suppressions alone a message into a chat', { send: { ...SEND, chat_id: 'c1' } }, { repeatTouchDays: null }],
    ['suppressions alone what may be repeated', { allowRepeat: true }, { repeatTouchDays: null }],
    ['suppressions alone where the window is off', { repeatTouchDays: 0 }, { repeatTouchDays: null }],
  ])('%s', (_, more, guards) => {
    expect(ask(more)).toEqual(guards)
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

  it.each([
    [2, /^Recipient 2 /],
    [null, /^A person whom a table row or the chat ties/],
  ])('says who is suppressed and why, and no address (position %s)', (position, words) => {
    const { status, error } = blockedSend({ kind: 'suppressed', reason: 'unsubscribe', position })
    expect([status, error.code]).toEqual(['blocked', 'suppressed'])
    expect(error.message).toMatch(words)
    expect(error.message).toContain('unsubscribe')
  })
})
