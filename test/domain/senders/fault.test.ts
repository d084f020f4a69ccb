import { describe, expect, it } from '@jest/globals'
import { type AbleSender, senderFault, unnamedFault } from '../../../domain/senders/fault.ts'
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

describe('a send that names no sender', () => {
  const able = (id: string, more: Partial<AbleSender> = {}): AbleSender => ({
    id,
    address: `${id}@example.com`,
    provider: 'agentmail',
    ...more,
  })
  const question = { kind: 'inbox', environment: 'live', providers: null } as const

  it.each<[string, Parameters<typeof unnamedFault>[0]]>([
    ['without any sender', { ...question, able: [] }],
    ['from the only one', { ...question, able: [able('one')] }],
    [
      'to the provider where it has one',
      { ...question, providers: ['resend'], able: [able('one'), able('two'), able('own', { provider: 'resend' })] },
    ],
    ['to a provider where it has none', { ...question, providers: ['resend'], able: [able('one'), able('two')] }],
  ])('%s is left to the run', (_, send) => {
    expect(unnamedFault(send)).toBeNull()
  })

  it('is refused with the choices where there are several', () => {
    expect(unnamedFault({ ...question, able: [able('one'), able('two')] })).toEqual({
      member: 'inbox_id',
      kind: 'other',
      message: 'Several inboxes can send this. Name one in inbox_id: one (one@example.com), two (two@example.com).',
    })
    const oneEach = [able('one'), able('own', { provider: 'resend' })]
    expect(unnamedFault({ ...question, able: oneEach })?.message).toContain('one (one@example.com), own')
    const elsewhere = [able('one'), able('two'), able('own', { provider: 'resend' })]
    expect(unnamedFault({ ...question, providers: ['agentmail'], able: elsewhere })?.message).not.toContain('own')
    expect(unnamedFault({ ...question, environment: 'test', able: elsewhere })?.message).toContain('own')
  })

  it('names at most ten of many accounts', () => {
    const many = Array.from({ length: 12 }, (_, index) => able(`acct_${index}`, { address: null }))
    expect(unnamedFault({ ...question, kind: 'linkedin', able: many })).toEqual({
      member: 'account_id',
      kind: 'other',
      message: `Several linkedin accounts can send this. Name one in account_id: ${many
        .slice(0, 10)
        .map(({ id }) => id)
        .join(', ')} and others.`,
    })
  })
})
