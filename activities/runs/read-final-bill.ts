import { Context } from '@temporalio/activity'
import { formatUsd, parseUsd } from '../../domain/money/microdollars.ts'
import { finalAdjustment } from '../../domain/routing/raw-billing.ts'
import { nextReadingMs } from '../../domain/raw/final-bill.ts'
import { accountIdIn } from '../../domain/providers/account.ts'
import { multiplierOf } from '../../domain/routing/price.ts'
import type { BillReading } from '../../domain/providers/endpoint-call.ts'
import { closeFinalBill, type OpenBill, postponeFinalBill, readOpenBill } from '../../db/runs/final-bill.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { warnOfCost } from './warn-of-attempt.ts'
import { endpointsFor } from './prepare-call.ts'

export type FinalBillAnswer =
  /** The run's bill is closed: `charge` is its total charge, USD; null when another execution closed it. */
  | { readonly kind: 'closed'; readonly charge: string | null }
  /** Not final yet: the bill is read again after `after_ms`. */
  | { readonly kind: 'again'; readonly after_ms: number }

const DEADLINE_MS = 15_000
/** A workflow that was restarted slightly early waits for the rest and does not read before the bill is due. */
const EARLY_MS = 1_000

type Deps = Pick<
  ActivityDeps,
  'db' | 'endpoints' | 'sandboxEndpoints' | 'catalog' | 'finalBillDelayMs' | 'log' | 'shares'
>

/**
 * Reads the final cost of the provider's run, and adjusts the charge once, within the hold (Spec 4.3.4). If the bill is
 * not final or the provider does not answer, it is read again later; after a day the known cost counts. An unreadable
 * cost is requested a few more times; then the first charge stays.
 */
export const readFinalBill =
  (deps: Deps) =>
  async ({ runId }: { runId: string }): Promise<FinalBillAnswer> => {
    const bill = await readOpenBill(deps.db, runId)
    if (bill === null) return { kind: 'closed', charge: null }
    if (bill.dueInMs > EARLY_MS) return { kind: 'again', after_ms: bill.dueInMs }
    const wanted: ShareWanted = {
      lane: 'calls',
      environment: bill.environment,
      workspaceId: bill.workspaceId,
      accountId: accountIdIn(bill.environment, bill.rawRequest.provider),
    }
    return underShare<FinalBillAnswer>(deps.shares, wanted, {
      work: () => readAndClose(deps, runId, bill),
      // A full worker does not count as a reading: it uses up none of the readings.
      refused: (afterMs) => ({ kind: 'again', after_ms: afterMs }),
    })
  }

async function readAndClose(deps: Deps, runId: string, bill: OpenBill): Promise<FinalBillAnswer> {
  const reading = await requestBill(deps, bill)
  const again = reading.kind === 'final' ? null : await readLater(deps, { runId, bill, reading })
  if (again !== null) return again
  const total = bill.charged + changeBy(bill, reading)
  const closed = await closeFinalBill(deps.db, runId, total)
  if (closed) noteUnreadable(deps, { runId, bill, reading })
  return { kind: 'closed', charge: closed ? formatUsd(total) : null }
}

interface Read {
  readonly runId: string
  readonly bill: OpenBill
  readonly reading: BillReading
}

type NoBill = Exclude<BillReading, { kind: 'final' }>

/** null: the cost known now counts. */
async function readLater(deps: Deps, read: Read & { readonly reading: NoBill }): Promise<FinalBillAnswer | null> {
  const { runId, bill, reading } = read
  const readings = bill.readings + 1
  const unreadable = bill.unreadable + (reading.kind === 'unreadable' ? 1 : 0)
  const open = { found: reading.kind, readings, unreadable, overdue: bill.overdue }
  const afterMs = nextReadingMs(open, deps.finalBillDelayMs)
  if (afterMs === null) return null
  await postponeFinalBill(deps.db, runId, { readings, unreadable, seconds: afterMs / 1000 })
  if (reading.kind === 'pending') {
    deps.log.info({ run_id: runId, reading: readings, detail: reading.detail }, 'final_bill_not_ready')
  }
  noteUnreadable(deps, read)
  return { kind: 'again', after_ms: afterMs }
}

/** Called after the reading is committed. */
function noteUnreadable(deps: Deps, { runId, bill, reading }: Read): void {
  if (reading.kind !== 'unreadable') return
  const { provider } = bill.rawRequest
  warnOfCost(deps, { runId, provider, run: { capability: null, rawRequest: bill.rawRequest } })
  deps.db.emit({ kind: 'cost_unreadable', provider })
}

/** A bill that never came, or that is unreadable, changes nothing. */
function changeBy({ charged, plan }: OpenBill, reading: BillReading): bigint {
  const cost = reading.kind === 'unreadable' ? null : reading.cost
  const [candidate] = plan.candidates
  const hold = parseUsd(candidate?.max_charge ?? '0.00')
  return cost === null ? 0n : finalAdjustment(charged, cost, { hold, multiplier: multiplierOf(candidate?.price) })
}

async function requestBill(deps: Deps, bill: OpenBill): Promise<BillReading> {
  const caller = endpointsFor(deps, bill.environment, bill.rawRequest.provider)
  if (caller?.readBill === undefined || bill.externalId === null)
    return { kind: 'pending', cost: null, detail: 'the provider cannot be called' }
  return caller.readBill({
    externalId: bill.externalId,
    request: { input: bill.input, path: bill.rawRequest.path, query: bill.rawRequest.query },
    deadlineMs: DEADLINE_MS,
    signal: Context.current().cancellationSignal,
  })
}
