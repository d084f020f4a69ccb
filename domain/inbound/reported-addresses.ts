import type { AddressOutcome } from '../bounces/credit.ts'
import type { BounceClass } from '../bounces/rules.ts'
import type { SuppressionReason } from '../outbound/channels.ts'
import type { MailReported } from './message.ts'
import { mailSubjects } from './people.ts'

const addressesOf = ({ bounced = [] }: MailReported, classes: readonly BounceClass[]): string[] =>
  bounced.filter((one) => classes.includes(one.class)).map(({ address }) => address)

export interface ReportedAddresses {
  readonly outcome: AddressOutcome
  /** Normalized. */
  readonly addresses: readonly string[]
}

/** What a report states of the addresses that were written to: none, if they bounced for another reason than theirs. */
export function reportedAddresses(message: MailReported): ReportedAddresses {
  const { type, data } = message.report
  const [outcome, addresses] =
    type === 'email.delivered'
      ? (['delivered', data.recipients] as const)
      : (['bounced', addressesOf(message, ['unknown_recipient'])] as const)
  return { outcome, addresses: mailSubjects(addresses).map(({ value }) => value) }
}

export interface SuppressedByReport {
  readonly subjects: ReturnType<typeof mailSubjects>
  readonly reason: SuppressionReason
}

/**
 * The people that a report suppresses; null: none. A final bounce suppresses addresses that do not exist and those
 * whose server refuses the mail. A bounce that may pass, and a fault of the sender, state nothing about the recipient.
 */
export function suppressedByReport(message: MailReported): SuppressedByReport | null {
  const { type, data } = message.report
  if (type === 'email.complained') return { subjects: mailSubjects(data.recipients), reason: 'complaint' }
  if (type !== 'email.bounced') return null
  const addresses = addressesOf(message, ['unknown_recipient', 'recipient_policy'])
  return addresses.length === 0 ? null : { subjects: mailSubjects(addresses), reason: 'bounce' }
}
