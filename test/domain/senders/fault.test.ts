import { describe, expect, it } from '@jest/globals'
import { senderFault } from '../../../domain/senders/fault.ts'
import { SIMULATED_INBOX } from '../../../domain/senders/simulated.ts'

type Question = Parameters<typeof senderFault>[0]

const a = { id: 'inbox_a', address: 'a@example.com' }
const b = { id: 'inbox_b', address: 'b@example.com' }
const mine = { id: 'acct_mine', address: null }
const foreign = { kind: 'foreign' } as const
const held = (senderId: string | null) => ({ kind: 'own', senderId }) as const

const faultOf = (more: Partial<Question>): string | null => {
  const fault = senderFault({
    kind: 'inbox',
    environment: 'live',
    input: {},
    own: [],
    origin: { kind: 'unseen' },
    ...more,
  })
  return fault === null ? null : `${fault.kind} ${fault.member}`
}

describe('a send', () => {
  it.each<[string, Partial<Question>, string | null]>([
    ['without a name', {}, null],
    ['from its inbox', { own: [a], input: { inbox_id: 'inbox_a' } }, null],
    ['from its inbox by two names', { own: [a], input: { inbox_id: 'inbox_a', from: 'A@Example.com ' } }, null],
    ['from an unknown inbox', { input: { inbox_id: 'inbox_c' } }, 'unknown inbox_id'],
    ['from an unknown address', { own: [a], input: { inbox_id: 'inbox_a', from: 'c@example.com' } }, 'unknown from'],
    ['from two inboxes', { own: [a, b], input: { inbox_id: 'inbox_a', from: 'b@example.com' } }, 'other from'],
    ['from an unknown account', { kind: 'linkedin', input: { account_id: 'acct_c' } }, 'unknown account_id'],
    ['from its account', { kind: 'gmail', own: [mine], input: { account_id: 'acct_mine' } }, null],
    [
      'from an account and an inbox',
      { kind: 'gmail', own: [mine], input: { account_id: 'acct_mine', inbox_id: 'inbox_a' } },
      'other inbox_id',
    ],
    ['from the simulated inbox, live', { input: { inbox_id: SIMULATED_INBOX.id } }, 'unknown inbox_id'],
    ['from the simulated inbox', { environment: 'test', input: { inbox_id: SIMULATED_INBOX.id } }, null],
    ['to a message that only the provider knows', { own: [a], input: { inbox_id: 'inbox_a' }, origin: foreign }, null],
    ['to a message of another workspace', { environment: 'test', origin: foreign }, 'unknown in_reply_to'],
    [
      'to a message of another workspace, from Gmail',
      { kind: 'gmail', own: [mine], input: { account_id: 'acct_mine' }, origin: foreign },
      'unknown in_reply_to',
    ],
    [
      'to a message of another account',
      { kind: 'gmail', own: [mine], input: { account_id: 'acct_mine' }, origin: held('acct_other') },
      'other in_reply_to',
    ],
    [
      'to a message of its account',
      { kind: 'gmail', own: [mine], input: { account_id: 'acct_mine' }, origin: held('acct_mine') },
      null,
    ],
    ['to a message without a known inbox', { environment: 'test', origin: held(null) }, null],
  ])('%s', (_, question, fault) => {
    expect(faultOf(question)).toBe(fault)
  })
})
