import type { Database } from '../database.ts'
import { type NoValues, statement } from '../statement.ts'
import { type Drift, REFERRAL_DRIFT, RUN_DRIFT, TOPUP_DRIFT, WALLET_DRIFT } from './drift.ts'

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

/** Checks the ledger's promises for every wallet (decisions, "Money"); an empty list of drifts is the proof. */
export async function verifyLedger(db: Database): Promise<Verification> {
  const drifts: Drift[] = []
  // Each statement compares what it reads in one snapshot.
  for (const find of [WALLET_DRIFT, RUN_DRIFT, TOPUP_DRIFT, REFERRAL_DRIFT]) drifts.push(...(await db.query(find, {})))
  const [counts] = await db.query(COUNT_LEDGER, {})
  return { wallets: counts?.wallets ?? 0, transfers: counts?.transfers ?? 0n, drifts }
}
