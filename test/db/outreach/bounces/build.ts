import { subjectsOf } from '../../../support/subjects.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import type { Microdollars } from '../../../../domain/money/microdollars.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import { claimAddressReports } from '../../../../db/outreach/bounces/settle.ts'
import { settleAddressReport, type SettledReport } from '../../../../usecases/outreach/settle-address-report.ts'
import type { Database } from '../../../../db/database.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { inboundFixture } from '../../../build/inbound.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  delivery,
  NOTHING_REMEMBERED,
  type Owner,
  reserveAmount,
} from '../../build.ts'
import { receiveMessage } from '../inbound/build.ts'
import { buildSent } from '../outbound/build.ts'

export const CHARGE: Microdollars = 14_300n

export interface Sale {
  readonly capability?: string
  readonly input?: JsonObject
  readonly output?: JsonObject
  readonly charge?: Microdollars
  readonly provider?: string
}

/** A run that has found an address, and was charged for it; returns its id. */
export async function buildSold(db: Database, owner: Owner, sale: Sale = {}): Promise<string> {
  const { capability = 'contact.find', input = { full_name: 'Robin Sample' }, charge = CHARGE } = sale
  const { output = { email: 'robin@example.com' }, provider = 'sandbox-alpha' } = sale
  const run = buildNewRun(owner, { work: { capability }, input })
  await acceptRun(db, { ...run, context: { ...NOTHING_REMEMBERED, subjects: subjectsOf(input) } })
  await reserveAmount(db, run.id, charge)
  const attempt = buildAttempt(run.id, { provider, accountId: `platform:${provider}` })
  await beginAttempt(db, attempt)
  await recordOutcome(db, buildAttemptEnd(attempt, { output, subjects: subjectsOf(output) }))
  await endRun(db, delivery(run.id, charge))
  return run.id
}

/** A sent email with this message id. */
export const buildMail = (db: Database, owner: Owner, messageId: string, to: unknown = 'robin@example.com') =>
  buildSent(
    db,
    owner,
    { input: { to: JSON.parse(JSON.stringify(to)), subject: 's', text: 't' }, allowRepeat: true },
    { output: { message_id: messageId } },
  )

/** AgentMail reports a bounce of a message from an inbox. */
export const bounceMail = (
  db: Database,
  inbox: string,
  { connectionId = null, ...more }: { readonly connectionId?: string | null } & JsonObject,
) => {
  const message = inboundFixture('agentmail-bounced')
  const recipients = [{ address: 'robin@example.com', status: '5.1.1' }]
  const bounce = { ...Object(message['bounce']), inbox_id: inbox, recipients, ...more }
  return receiveMessage(db, 'agentmail', { ...message, bounce }, connectionId)
}

/** AgentMail reports that a mail server took a message. */
export const deliverMail = (db: Database, inbox: string, messageId: string) => {
  const message = inboundFixture('agentmail-delivered')
  const delivered = {
    ...Object(message['delivery']),
    inbox_id: inbox,
    message_id: messageId,
    recipients: ['robin@example.com'],
  }
  return receiveMessage(db, 'agentmail', { ...message, delivery: delivered })
}

/** What the sweep does, until nothing is due. */
export async function settleReports(db: Database): Promise<SettledReport[]> {
  const settled: SettledReport[] = []
  for (let due = await claimAddressReports(db, 100); due.length > 0; due = await claimAddressReports(db, 100))
    for (const one of due) settled.push(...[await settleAddressReport(db, one)].filter((report) => report !== null))
  return settled
}

/** What a run has got back, in microdollars; null: nothing. */
export async function creditOf(db: Database, runId: string): Promise<bigint | null> {
  const { rows } = await db.pool.query<{ credited: string | null }>('select credited::text from run where id = $1', [
    runId,
  ])
  const credited = rows[0]?.credited ?? null
  return credited === null ? null : BigInt(credited)
}
