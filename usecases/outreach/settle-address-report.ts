import {
  type AddressOutcome,
  type AddressStep,
  judgeReport,
  REPORT_WAIT_DAYS,
  soldAddress,
} from '../../domain/bounces/credit.ts'
import { formatUsd } from '../../domain/money/microdollars.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { boundCredit } from './bound-credit.ts'
import { otherSales } from './other-sales.ts'
import {
  DELETE_REPORT,
  type DueReport,
  LOCK_REPORT,
  NOTE_OUTCOME,
  type StoredReport,
} from '../../db/outreach/bounces/settle.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { countSoldAddress } from '../../db/catalog/health/sold-addresses.ts'
import { creditBounce } from '../../db/money/wallets/move.ts'

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
