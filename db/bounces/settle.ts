import {
  type AddressOutcome,
  type AddressStep,
  judgeReport,
  REPORT_WAIT_DAYS,
  soldAddress,
} from '../../domain/bounces/credit.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { formatUsd } from '../../domain/money/microdollars.ts'
import { type Metadata, metadataOf } from '../../domain/runs/metadata.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { writeEvents } from '../events/write.ts'
import { countSoldAddress } from '../health/sold-addresses.ts'
import { spelledSql } from '../outbound/message-ids-sql.ts'
import { statement } from '../statement.ts'
import { creditBounce } from '../wallets/move.ts'
import { boundCredit } from './bounds.ts'
import { otherSales } from './other-sales.ts'

/** One run that has sold an address that a provider's report is about. */
export interface DueReport {
  readonly eventId: string
  readonly runId: string
}

/** A report may come before its send is stored: it is looked at again after seconds, and later after minutes. */
export const CLAIM_ADDRESS_REPORTS = statement<{ limit: number }, DueReport>({
  name: 'claim_address_reports',
  effect: true,
  text: `with due as materialized (
      select event_id, run_id from address_report where look_at <= clock_timestamp() order by look_at limit :limit
        for update skip locked
    )
    update address_report p set look_at = clock_timestamp() + least(
      greatest((clock_timestamp() - p.created_at) / 2, interval '2 seconds'), interval '10 minutes')
    from due where p.event_id = due.event_id and p.run_id = due.run_id
    returning p.event_id as "eventId", p.run_id as "runId"`,
})

export const claimAddressReports = (db: Database, limit: number): Promise<DueReport[]> =>
  db.query(CLAIM_ADDRESS_REPORTS, { limit })

interface StoredReport {
  readonly outcome: AddressOutcome
  readonly expired: boolean
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string | null
  readonly input: JsonObject
  readonly output: JsonObject | null
  readonly charged: bigint | null
  readonly metadata: Metadata | null
  readonly soldAt: Date
  readonly billDue: boolean
  readonly before: AddressOutcome | null
  readonly sentAt: Date | null
  readonly recipients: readonly string[] | null
}

/**
 * The send is found by the id of the message that the report names, in the workspace of the run: a message that this
 * workspace has not sent moves no money. A send whose outcome is unknown has no id.
 */
export const LOCK_REPORT = statement<{ eventId: string; runId: string; waitDays: number }, StoredReport>({
  name: 'lock_address_report',
  effect: 'within',
  neverNull: { 'a report is of an address that an ended run has sold': ['soldAt'] },
  text: `select p.outcome, p.created_at < clock_timestamp() - make_interval(days => :waitDays::integer) as expired,
      r.workspace_id as "workspaceId", r.environment, r.capability, r.input, a.output, r.charged, r.metadata,
      r.finished_at as "soldAt", r.final_bill_due_at is not null as "billDue", r.address_outcome as before,
      send.started_at as "sentAt", send.recipients
    from address_report p join run r on r.id = p.run_id
      left join attempt a on a.run_id = r.id and a.number = r.delivered_attempt
      left join event e on e.id = p.event_id
      left join lateral (
        select t.started_at, array(select one ->> 'value' from jsonb_array_elements(s.send -> 'recipients') one
          where one ->> 'kind' = 'email') as recipients
        from attempt t join run s on s.id = t.run_id
        where t.output ->> 'message_id' = any (${spelledSql("e.data ->> 'message_id'")})
          and t.capability = 'email.send' and t.outcome = 'succeeded'
          and s.workspace_id = r.workspace_id and s.environment = r.environment
        order by t.run_id desc limit 1
      ) send on true
    where p.event_id = :eventId and p.run_id = :runId
    for update of p, r`,
})

/** The constraint of `credited` repeats that a run gets back no more than its charge. */
export const NOTE_OUTCOME = statement<{ runId: string; outcome: AddressOutcome; credit: string }, { id: string }>({
  name: 'note_address_outcome',
  effect: 'within',
  text: `update run set address_outcome = :outcome, credited = nullif(:credit::bigint, 0)
    where id = :runId and address_outcome is distinct from 'bounced' returning id`,
})

export const DELETE_REPORT = statement<{ eventId: string; runId: string }>({
  name: 'delete_address_report',
  effect: 'within',
  text: 'delete from address_report where event_id = :eventId and run_id = :runId',
})

export const SETTLE_ADDRESS_REPORT: Transaction = { name: 'settle_address_report', effect: true }

export interface SettledReport {
  readonly step: AddressStep
  readonly outcome: AddressOutcome
  readonly workspaceId: string
  /** To be passed to `startDeliveries`. */
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * Applies a report to one run that has sold its address: the count of the provider, and after a bounce the credit with
 * its event. All of it is committed, or none. Any number of workers may do it at once; the one that has locked the run
 * decides. null: it was applied before.
 */
export const settleAddressReport = (db: Database, due: DueReport): Promise<SettledReport | null> =>
  db.transaction(SETTLE_ADDRESS_REPORT, async (tx) => {
    const [report] = await tx.query(LOCK_REPORT, { ...due, waitDays: REPORT_WAIT_DAYS })
    if (report === undefined) {
      // Its run was deleted with its workspace.
      await tx.query(DELETE_REPORT, due)
      return null
    }
    const step = await judge(tx, due, report)
    if (step.kind !== 'wait') await tx.query(DELETE_REPORT, due)
    const { outcome, workspaceId } = report
    if (step.kind !== 'note') return { step, outcome, workspaceId, deliveries: [] }
    const given = { ...step, credit: await creditToGive(tx, { ...due, report, credit: step.credit }) }
    return { step: given, outcome, workspaceId, deliveries: await note(tx, { ...due, report, ...given }) }
  })

async function judge(tx: Queries, due: DueReport, report: StoredReport): Promise<AddressStep> {
  const { outcome, expired, workspaceId, environment, soldAt, charged, billDue, before, sentAt } = report
  const address = soldAddress(report)
  return judgeReport({
    outcome,
    expired,
    sold: { address, at: soldAt, charged, billDue, outcome: before },
    send: sentAt === null ? null : { at: sentAt, recipients: report.recipients ?? [] },
    others: address === null ? [] : await otherSales(tx, { ...due, workspaceId, environment, address, soldAt }),
  })
}

/** Zero, where an operator decides about a live credit first; the bounce counts all the same. */
async function creditToGive(
  tx: Queries,
  { runId, eventId, report, credit }: DueReport & { readonly report: StoredReport; readonly credit: bigint },
): Promise<bigint> {
  const address = soldAddress(report)
  if (credit === 0n || address === null || report.environment !== 'live') return credit
  const held = await boundCredit(tx, { runId, eventId, workspaceId: report.workspaceId, address, amount: credit })
  return held === null ? credit : 0n
}

/** The run is locked: its wallet comes next, then the stream, and the counts last. */
async function note(
  tx: Queries,
  {
    eventId,
    runId,
    report,
    credit,
    counted,
  }: DueReport & { readonly report: StoredReport; readonly credit: bigint; readonly counted: boolean },
): Promise<readonly DeliveryToStart[]> {
  const { outcome, before, workspaceId, environment, capability, charged } = report
  const noted = await tx.query(NOTE_OUTCOME, { runId, outcome, credit: credit.toString() })
  if (noted.length !== 1) throw new Error(`the run ${runId} was credited before`)
  if (credit > 0n) await creditBounce(tx, { workspaceId, environment, runId, amount: credit })
  const data = {
    run_id: runId,
    ...metadataOf(report),
    work: capability ?? '',
    reason: 'bounce',
    charged: formatUsd(charged ?? 0n),
    credited: formatUsd(credit),
    event_id: eventId,
  }
  const owner = { workspaceId, environment }
  const deliveries = credit === 0n ? [] : (await writeEvents(tx, owner, [{ type: 'run.credited', data }])).deliveries
  // The counts are those of all customers: they are locked last, and no stream of one is waited for with them.
  if (environment === 'live') await countSoldAddress(tx, { runId, outcome, before, counted })
  return deliveries
}
