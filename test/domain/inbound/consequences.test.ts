import { describe, expect, it } from '@jest/globals'
import { accountChange, nextStep } from '../../../domain/inbound/account-state.ts'
import { ACCOUNT_STATES, type AccountState } from '../../../domain/inbound/message.ts'
import { mailSubjects, participantsOf } from '../../../domain/inbound/people.ts'
import { type MessagingAccountStatus, type MessagingNetwork, NETWORKS } from '../../../domain/senders/sender.ts'

describe('the state of an account', () => {
  it.each<
    [status: MessagingAccountStatus, before: boolean, reported: AccountState, change: ReturnType<typeof accountChange>]
  >([
    ['connected', true, 'connected', null],
    ['connected', true, 'credentials', { status: 'disconnected', event: 'account.disconnected' }],
    ['connected', true, 'error', { status: 'disconnected', event: 'account.disconnected' }],
    ['connected', true, 'deleted', { status: 'disconnected', event: 'account.disconnected' }],
    ['disconnected', true, 'stopped', null],
    ['disconnected', true, 'connected', { status: 'connected', event: 'account.reconnected' }],
    ['connecting', false, 'connected', { status: 'connected', event: null }],
    ['connecting', true, 'connected', { status: 'connected', event: 'account.reconnected' }],
    ['connecting', false, 'credentials', { status: 'disconnected', event: null }],
    ['disconnected', false, 'connected', { status: 'connected', event: null }],
    ['removed', true, 'connected', null],
    ['removed', true, 'deleted', null],
  ])('%s (connected before: %s) and reported as %s: %j', (status, connectedBefore, reported, change) => {
    expect(accountChange({ status, connectedBefore }, reported)).toEqual(change)
  })

  it('has a next step for every state on every network', () => {
    const lost = ACCOUNT_STATES.filter((state) => state !== 'connected')
    const steps = NETWORKS.flatMap((network) => lost.map((state) => nextStep(network, state)))
    expect(new Set(steps).size).toBe(NETWORKS.length * lost.length)
    for (const step of steps) expect(step).toMatch(/POST \/v1\/(linkedin|instagram|whatsapp|gmail)\/accounts/)
  })
})

describe('who is behind a chat', () => {
  it.each<[network: MessagingNetwork, names: string[], people: string[]]>([
    ['linkedin', ['https://www.linkedin.com/in/Robin-Sample/', 'robin-sample'], ['linkedin in/robin-sample']],
    [
      'linkedin',
      ['https://www.linkedin.com/in/robin-sample', 'ACoAAB0000SAMPLE'],
      ['linkedin in/robin-sample', 'linkedin in/acoaab0000sample'],
    ],
    [
      'linkedin',
      ['https://www.linkedin.com/in/ACoAAB0000SAMPLE', 'robinsample'],
      ['linkedin in/acoaab0000sample', 'linkedin in/robinsample'],
    ],
    ['linkedin', ['Robin'], ['linkedin in/robin']],
    ['linkedin', ['小林太郎'], ['linkedin in/小林太郎']],
    ['linkedin', ['jos%C3%A9-%F0%9F%A6%8A'], ['linkedin in/josé-🦊']],
    ['linkedin', ['undefined'], []],
    ['whatsapp', ['14155550198:3@s.whatsapp.net'], ['phone +14155550198']],
    ['whatsapp', ['120363000000000000@g.us'], []],
    ['whatsapp', ['5215512345678@s.whatsapp.net'], ['phone +525512345678']],
    ['instagram', ['https://www.instagram.com/Robin.Sample/', '17840000000001'], ['handle instagram:robin.sample']],
    ['instagram', ['17840000000001'], []],
    ['whatsapp', ['12025550123@s.whatsapp.net'], ['phone +12025550123']],
    ['whatsapp', ['12025550123'], ['phone +12025550123']],
    ['whatsapp', ['98765432109876@lid'], []],
    ['gmail', ['robin@example.com'], []],
  ])('%s: %j -> %j', (network, names, people) => {
    expect(participantsOf(network, names).map(({ kind, value }) => `${kind} ${value}`)).toEqual(people)
  })
})

describe('the subjects that a report suppresses', () => {
  it('are all recipients once, in the normal form', () => {
    expect(mailSubjects(['Robin@Example.com', 'robin@example.com', 'kim@example.com'])).toEqual([
      { kind: 'email', value: 'robin@example.com', subject: 'robin@example.com' },
      { kind: 'email', value: 'kim@example.com', subject: 'kim@example.com' },
    ])
  })

  it('are never an entire domain, a person or an empty recipient', () => {
    expect(
      mailSubjects(['example.com', '@robin', 'https://linkedin.com/in/robin', '', 'undisclosed recipients']),
    ).toEqual([])
  })
})
