import { brokenPromises, promiseInWords, RUN_PROMISES, TOPUP_PROMISES } from '../../../domain/wallets/proof.ts'
import type { Database } from '../../database.ts'
import { REFERRAL_DRIFT } from '../ledger-proof/referrals.ts'
import { BROKEN_RUNS } from '../ledger-proof/runs.ts'
import { BROKEN_TOPUPS } from '../ledger-proof/topups.ts'
import { READ_ALL_WALLETS, sidesOf } from '../ledger-proof/wallets.ts'
import { type NoValues, statement } from '../../statement.ts'

/** One broken promise of the ledger, in words; amounts are microdollars. */
export interface Drift {
  readonly workspace_id: string
  readonly environment: string
  readonly promise: string
  readonly expected: bigint
  readonly found: bigint
}

export interface Verification {
  readonly wallets: number
  readonly transfers: bigint
  readonly drifts: readonly Drift[]
}

export const COUNT_LEDGER = statement<NoValues, { wallets: number; transfers: bigint }>({
  name: 'count_ledger',
  effect: false,
  text: `select (select count(*) from wallet)::integer as wallets, (select count(*) from transfer) as transfers`,
})

/**
 * Checks the ledger's promises for every wallet from the first transfer on (decisions, "Money"); an empty list of
 * drifts is the proof. Each statement compares what it reads in one snapshot.
 */
export async function verifyLedger(db: Database): Promise<Verification> {
  const wallets = await db.query(READ_ALL_WALLETS, {})
  const broken = [
    ...wallets.flatMap((wallet) => brokenPromises(sidesOf(wallet)).map((one) => ({ ...wallet, ...one }))),
    ...(await db.query(BROKEN_RUNS, { promises: RUN_PROMISES })),
    ...(await db.query(BROKEN_TOPUPS, { promises: TOPUP_PROMISES })),
  ]
  const referrals = await db.query(REFERRAL_DRIFT, {})
  const [counts] = await db.query(COUNT_LEDGER, {})
  return {
    wallets: counts?.wallets ?? 0,
    transfers: counts?.transfers ?? 0n,
    drifts: [
      ...broken.map(({ workspaceId, environment, promise, subject, expected, found }) => ({
        workspace_id: workspaceId,
        environment,
        promise: promiseInWords(promise, subject),
        expected,
        found,
      })),
      ...referrals.map(({ workspaceId, side, expected, found }) => ({
        workspace_id: workspaceId,
        environment: 'live',
        promise: `credits of the referral of ${workspaceId} (${side}) = its transfers`,
        expected,
        found,
      })),
    ],
  }
}
