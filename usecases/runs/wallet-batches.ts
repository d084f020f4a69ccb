import type { RunStatus } from '../../domain/runs/states.ts'
import type { AttemptEnd } from '../../db/runs/attempts/outcome.ts'
import {
  type RecordAndSettle,
  recordAndSettle,
  type RecordedOutcome,
  settlementOf,
} from '../../db/runs/attempts/record-and-settle.ts'
import { type ReserveAndBegin, type ReservedAndBegun, reserveRuns } from '../../db/runs/attempts/reserve-runs.ts'
import type { Database } from '../../db/database.ts'
import type { RunEnd } from '../../db/runs/settle.ts'
import type { WalletId } from '../../db/money/wallets/ledger.ts'
import { inBatches, serializeBy } from './in-batches.ts'

/**
 * The holds and settlements of this process, in batches of one wallet: those that wait for the wallet together are one
 * statement. The row of a wallet is locked by one statement at a time, so a busy wallet would otherwise cost each of
 * its runs a commit, one after the other. Several processes may do so for one wallet: its row makes them take turns.
 */
export interface WalletBatches {
  /** Holds the plan's maximum and begins the plan's first attempt for this executor (decisions, "A run"). */
  reserveAndBegin(wallet: WalletId, item: ReserveAndBegin): Promise<ReservedAndBegun>
  /**
   * Stores the outcome of this executor's attempt and ends its run as decided. null: nothing was changed, because the
   * attempt is another executor's, the run has ended, or it is not plain; then the outcome is stored alone.
   */
  recordAndSettle(wallet: WalletId, attempt: AttemptEnd, run: RunEnd): Promise<RunStatus | null>
  /**
   * Other work that locks the wallet, one after the other: however many runs wait for a wallet, they take one
   * connection of the pool.
   */
  serialize<Answer>(wallet: WalletId, work: () => Promise<Answer>): Promise<Answer>
}

/** Runs of a statement at most: twice as many hardly cost less for each, and the wallet is locked for longer. */
const SIZE_MAX = 50
/** Characters of results in a statement of several runs at most. */
const RESULTS_MAX = 1_000_000

export function createWalletBatches(db: Database): WalletBatches {
  const nameOf = ({ workspaceId, environment }: WalletId): string => `${environment} ${workspaceId}`
  const reserve = inBatches<WalletId, ReserveAndBegin, ReservedAndBegun>({
    nameOf,
    work: (wallet, items) => reserveRuns(db, wallet, items),
    sizeMax: SIZE_MAX,
    weightOf: () => 0,
    weightMax: 0,
  })
  const settle = inBatches<WalletId, RecordAndSettle, RecordedOutcome>({
    nameOf,
    work: (wallet, items) => recordAndSettle(db, wallet, items),
    sizeMax: SIZE_MAX,
    weightOf: ({ values: { output, raw, payload } }) =>
      (output?.length ?? 0) + (raw?.length ?? 0) + (payload?.length ?? 0),
    weightMax: RESULTS_MAX,
  })
  const serialize = serializeBy(nameOf)
  return {
    reserveAndBegin: reserve,
    serialize,
    async recordAndSettle(wallet, attempt, run) {
      const item = settlementOf(attempt, run)
      const recorded = item === null ? null : await settle(wallet, item)
      if (recorded === null || recorded.kind === 'unchanged') return null
      if (recorded.kind === 'ended') return recorded.status
      throw new Error(`the run was not ended: its charge ${recorded.kind}`)
    },
  }
}
