import type { Queries } from '../../db/database.ts'
import { type DomainToLookUp, recordAuthentication } from '../../db/outreach/email-domains/queries.ts'
import {
  type DnsAnswer,
  type DnsQuestion,
  judge,
  type MailAuthentication,
  questionsOf,
} from '../../domain/senders/mail-authentication.ts'

export interface LookUpDeps {
  readonly db: Queries
  /** It never throws. */
  readonly lookUp: (question: DnsQuestion) => Promise<DnsAnswer>
}

/**
 * Looks up how the mail of a domain proves itself, and stores that. null: a name server did not answer, and what was
 * stored stays.
 */
export async function lookUpDomain(
  { db, lookUp }: LookUpDeps,
  { id, domain, records }: Omit<DomainToLookUp, 'workspaceId'>,
): Promise<MailAuthentication | null> {
  const keyOf = ({ type, name }: DnsQuestion): string => `${type} ${name}`
  const questions = new Map(questionsOf(domain, records).map((question) => [keyOf(question), question]))
  const answers = new Map(
    await Promise.all([...questions].map(async ([key, question]) => [key, await lookUp(question)] as const)),
  )
  const found = judge(domain, records, {
    answerTo: (question) => answers.get(keyOf(question)) ?? { kind: 'unreachable' },
    at: new Date(),
  })
  if (found !== null) await recordAuthentication(db, id, found)
  return found
}
