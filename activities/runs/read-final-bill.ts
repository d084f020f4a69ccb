import { Context } from '@temporalio/activity'
import { formatUsd, parseUsd } from '../../domain/money/microdollars.ts'
import { finalAdjustment } from '../../domain/raw/billing.ts'
import { nextReadingMs } from '../../domain/raw/final-bill.ts'
import { accountIdIn } from '../../domain/providers/account.ts'
import { multiplierOf } from '../../domain/routing/price.ts'
import type { BillReading } from '../../domain/providers/endpoint-call.ts'
import { closeFinalBill, type OpenBill, postponeFinalBill, readOpenBill } from '../../db/runs/final-bill.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { warnOfCost } from './call-and-record.ts'
import { endpointsFor } from './prepare-call.ts'

export type FinalBillAnswer =
  /** The run's bill is closed: `charge` is what it cost in all, USD; null when another execution closed it. */
  | { readonly kind: 'closed'; readonly charge: string | null }
  /** Not final yet: to be read again so much later. */
  | { readonly kind: 'again'; readonly after_ms: number }

const DEADLINE_MS = 15_000
/** A workflow that was started again a little early waits for what is left, and does not read before its time. */
const EARLY_MS = 1_000

type Deps = Pick<ActivityDeps, 'db' | 'endpoints' | 'sandboxEndpoints' | 'catalog' | 'finalBillDelayMs' | 'log' | 'shares'>

/**
 * Reads what the provider's run has cost in the end, and adjusts the charge once, within the hold (Spec 4.3.4). A bill that is
 * not final, or a provider that is away, is asked again later; after a day what is known counts. A cost that cannot be read is
 * asked for a few times more; then the first charge stands.
 */
export const readFinalBill = (deps: Deps) => async ({ runId }: { runId: string }): Promise<FinalBillAnswer> => {
  const bill = await readOpenBill(deps.db, runId)
  if (bill === null) return { kind: 'closed', charge: null }
  if (bill.dueInMs > EARLY_MS) return { kind: 'again', after_ms: bill.dueInMs }
  const wanted: ShareWanted = {
    lane: 'calls', environment: bill.environment, workspaceId: bill.workspaceId, accountId: accountIdIn(bill.environment, bill.rawRequest.provider),
  }
  return underShare<FinalBillAnswer>(deps.shares, wanted, {
    work: () => readAndClose(deps, runId, bill),
    // A worker that is full is no reading: the provider's patience does not get shorter.
    refused: (afterMs) => ({ kind: 'again', after_ms: afterMs }),
  })
}

async function readAndClose(deps: Deps, runId: string, bill: OpenBill): Promise<FinalBillAnswer> {
  const reading = await askForBill(deps, bill)
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

/** null: what is known now counts. */
async function readLater(deps: Deps, read: Read & { readonly reading: NoBill }): Promise<FinalBillAnswer | null> {
  const { runId, bill, reading } = read
  const readings = bill.readings + 1
  const unreadable = bill.unreadable + (reading.kind === 'unreadable' ? 1 : 0)
  const open = { found: reading.kind, readings, unreadable, overdue: bill.overdue }
  const afterMs = nextReadingMs(open, deps.finalBillDelayMs)
  if (afterMs === null) return null
  await postponeFinalBill(deps.db, runId, { readings, unreadable, seconds: afterMs / 1000 })
  if (reading.kind === 'pending') {
    deps.log.info({ run_id: runId, reading: readings, detail: reading.detail }, 'the final bill cannot be told yet')
  }
  noteUnreadable(deps, read)
  return { kind: 'again', after_ms: afterMs }
}

/** Once the reading is committed. */
function noteUnreadable(deps: Deps, { runId, bill, reading }: Read): void {
  if (reading.kind !== 'unreadable') return
  const { provider } = bill.rawRequest
  warnOfCost(deps, { runId, provider, run: { capability: null, rawRequest: bill.rawRequest } })
  deps.db.emit({ kind: 'cost_unreadable', provider })
}

/** Nothing is changed by a bill that never came, or that nobody can read. */
function changeBy({ charged, plan }: OpenBill, reading: BillReading): bigint {
  const cost = reading.kind === 'unreadable' ? null : reading.cost
  const [candidate] = plan.candidates
  const hold = parseUsd(candidate?.max_charge ?? '0.00')
  return cost === null ? 0n : finalAdjustment(charged, cost, { hold, multiplier: multiplierOf(candidate?.price) })
}

async function askForBill(deps: Deps, bill: OpenBill): Promise<BillReading> {
  const caller = endpointsFor(deps, bill.environment, bill.rawRequest.provider)
  if (caller?.readBill === undefined || bill.externalId === null) return { kind: 'pending', cost: null, detail: 'nobody can be asked' }
  return caller.readBill({
    externalId: bill.externalId,
    request: { input: bill.input, path: bill.rawRequest.path, query: bill.rawRequest.query },
    deadlineMs: DEADLINE_MS,
    signal: Context.current().cancellationSignal,
  })
}
