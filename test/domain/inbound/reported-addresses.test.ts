import { describe, expect, it } from '@jest/globals'
import type { BounceClass } from '../../../domain/bounces/rules.ts'
import { readAgentmail } from '../../../domain/inbound/agentmail.ts'
import type { MailReported } from '../../../domain/inbound/message.ts'
import { reportedAddresses, suppressedByReport } from '../../../domain/inbound/reported-addresses.ts'
import { inboundFixture } from '../../build/inbound.ts'

/** AgentMail's report of a bounce whose recipients have these statuses. */
function bounced(statuses: readonly string[], more: Readonly<Record<string, string>> = {}): MailReported {
  const report = inboundFixture('agentmail-bounced')
  const recipients = statuses.map((status, index) => ({ address: `Person${index}@example.com`, status }))
  const bounce = { ...Object(report['bounce']), ...more, recipients }
  const read = readAgentmail({ ...report, bounce }, { at: '2026-11-20T09:00:00.000Z' })
  if (read.kind !== 'event' || read.message.kind !== 'mail_reported') throw new Error('it is no report')
  return read.message
}

const STATUSES: Readonly<Record<BounceClass, string>> = {
  unknown_recipient: '550 5.1.1 user unknown',
  recipient_policy: '550 5.7.1 Message rejected due to local policy',
  sender_fault: '550 5.7.26 This mail is unauthenticated',
  transient: '552 5.2.2 mailbox full',
}
const suppressed = (message: MailReported) => suppressedByReport(message)?.subjects.map(({ value }) => value) ?? []

describe('a final bounce', () => {
  it.each<[BounceClass, bounces: boolean, suppresses: boolean]>([
    ['unknown_recipient', true, true],
    ['recipient_policy', false, true],
    ['sender_fault', false, false],
    ['transient', false, false],
  ])('of the class %s counts for the address: %s; suppresses it: %s', (kind, bounces, suppresses) => {
    const message = bounced([STATUSES[kind]])
    expect(message.bounced).toEqual([{ address: 'Person0@example.com', class: kind }])
    expect(reportedAddresses(message).addresses).toEqual(bounces ? ['person0@example.com'] : [])
    expect(suppressed(message)).toEqual(suppresses ? ['person0@example.com'] : [])
  })

  it('is judged for each recipient', () => {
    const message = bounced([STATUSES.sender_fault, 'bounced', STATUSES.recipient_policy])
    expect(reportedAddresses(message)).toEqual({ outcome: 'bounced', addresses: ['person1@example.com'] })
    expect(suppressed(message)).toEqual(['person1@example.com', 'person2@example.com'])
  })
})

it('a bounce that is not final counts for no address and suppresses none', () => {
  const message = bounced([STATUSES.unknown_recipient], { type: 'Transient' })
  expect(reportedAddresses(message).addresses).toEqual([])
  expect(suppressed(message)).toEqual([])
})
