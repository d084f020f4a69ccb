import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import type { HoldRefusal } from '../../../domain/routing/refusal.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { rowsAsArguments, statement } from '../../statement.ts'
import type { WalletId } from '../../money/wallets/ledger.ts'
import { type AttemptToBegin, type BeginValues, beginValues } from './begin.ts'

export type HoldValues = {
  readonly runId: string
  readonly hold: string
  readonly plan: string
  readonly routingReason: string
}

type NoAttempt = { readonly [Name in keyof BeginValues]: null }

/** The parameters of `reserve_runs_v1`. */
const RUNS = rowsAsArguments<HoldValues & Omit<BeginValues | NoAttempt, 'runId'>>({
  runId: 'run_ids text',
  hold: 'holds bigint',
  plan: 'plans jsonb',
  routingReason: 'reasons text',
  number: 'numbers integer',
  provider: 'providers text',
  accountId: 'account_ids text',
  token: 'tokens uuid',
  leaseMs: 'leases_ms integer',
  concurrency: 'concurrencies integer',
  requestsPerSecond: 'rates double precision',
  burst: 'bursts double precision',
  connectionId: 'connection_ids text',
})
type RunValues = Parameters<typeof RUNS.bind>[0][number]

/** The statement's values for some runs. */
export const reserveValues = ({ workspaceId, environment }: WalletId, runs: readonly RunValues[]) => ({
  workspaceId,
  environment,
  ...RUNS.bind(runs),
})

/** Makes the holds of runs of one wallet, and begins the first attempts of those that have one. */
export const RESERVE_RUNS = statement<ReturnType<typeof reserveValues>, ReserveRow>({
  name: 'reserve_runs',
  effect: true,
  neverNull: {
    'the function sets them': ['position', 'environment', 'available', 'raw', 'seconds'],
  },
  text: `select refusal, limit_amount as limit, left_amount as left, resets_at as "resetsAt", available, environment,
      position, raw, seconds, begun
    from reserve_runs_v1(:workspaceId, :environment, ${RUNS.sql})`,
})

export type Reserved =
  | { readonly kind: 'reserved' }
  | { readonly kind: 'refused'; readonly refusal: HoldRefusal }
  /** The run was not in `created`: it was already reserved, cancelled or ended. */
  | { readonly kind: 'statusChanged' }

export interface ReserveRow {
  readonly refusal: HoldRefusal['control'] | null
  /** What the wallet had for the hold. */
  readonly available: bigint
  /** The amount of the control that refused, what of it is left, and when it is full again; null where it has none. */
  readonly limit: bigint | null
  readonly left: bigint | null
  readonly resetsAt: Date | null
  readonly environment: Environment
  /** The place of the run in the request, from 1. */
  readonly position: number
  readonly raw: boolean
  readonly seconds: number
  /** Null where the run was not reserved. */
  readonly begun: boolean | null
}

export interface Reservation {
  readonly runId: string
  readonly plan: RoutePlan
  readonly hold: bigint
  readonly routingReason: string
}

export type ReservedAndBegun =
  | Exclude<Reserved, { kind: 'reserved' }>
  | { readonly kind: 'begun' }
  /** The hold is made, and the provider's account has no capacity now. */
  | { readonly kind: 'queued' }

/** The hold of a plan's maximum, and the begin of the plan's first attempt for an executor. */
export interface ReserveAndBegin {
  readonly reservation: Reservation
  readonly attempt: AttemptToBegin
}

const NO_ATTEMPT: Omit<NoAttempt, 'runId'> = {
  number: null,
  provider: null,
  accountId: null,
  token: null,
  leaseMs: null,
  concurrency: null,
  requestsPerSecond: null,
  burst: null,
  connectionId: null,
}

export const runValues = (
  { runId, plan, hold, routingReason }: Reservation,
  attempt: AttemptToBegin | null,
): RunValues => ({
  ...(attempt === null ? NO_ATTEMPT : beginValues(attempt)),
  runId,
  hold: hold.toString(),
  plan: JSON.stringify(plan),
  routingReason,
})

/** Holds the plan's maximum and moves the run to `reserved` (Spec 3.1, 4.10), or returns the control that refused. */
export async function reserveRun(db: Queries, wallet: WalletId, reservation: Reservation): Promise<Reserved> {
  const [row] = await db.query(RESERVE_RUNS, reserveValues(wallet, [runValues(reservation, null)]))
  return reservedAs(db, row)
}

/** Makes the holds and begins the first attempts for this executor; the answers have the order of the items. */
export async function reserveRuns(
  db: Queries,
  wallet: WalletId,
  items: readonly ReserveAndBegin[],
): Promise<ReservedAndBegun[]> {
  const values = items.map(({ reservation, attempt }) => runValues(reservation, attempt))
  const rows = await db.query(RESERVE_RUNS, reserveValues(wallet, values))
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return items.map((_, index) => {
    const row = byPosition.get(index + 1)
    const reserved = reservedAs(db, row)
    return reserved.kind === 'reserved' ? { kind: row?.begun === true ? 'begun' : 'queued' } : reserved
  })
}

/** What the row of a reservation states; emits its metric event. */
function reservedAs(db: Pick<Queries, 'emit'>, row: ReserveRow | undefined): Reserved {
  if (row === undefined) return { kind: 'statusChanged' }
  if (row.refusal === null) {
    db.emit({
      kind: 'run_reserved',
      environment: row.environment,
      run: row.raw ? 'raw' : 'capability',
      seconds: row.seconds,
    })
    return { kind: 'reserved' }
  }
  return { kind: 'refused', refusal: refusalOf(db, row, row.refusal) }
}

function refusalOf(
  db: Pick<Queries, 'emit'>,
  { environment, available, limit, left, resetsAt }: ReserveRow,
  control: HoldRefusal['control'],
): HoldRefusal {
  db.emit({ kind: 'reservation_refused', environment, control })
  return {
    control,
    available: formatUsd(available),
    limit: limit === null ? null : formatUsd(limit),
    ...(left === null ? {} : { left: formatUsd(left > 0n ? left : 0n) }),
    ...(resetsAt === null ? {} : { resetsAt: resetsAt.toISOString() }),
  }
}
