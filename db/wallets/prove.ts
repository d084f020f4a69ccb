import type { Environment } from '../../domain/runs/states.ts'
import { type BrokenPromise, brokenPromises, type LedgerPromise } from '../../domain/wallets/proof.ts'
import type { Database, Queries, Statement, Transaction } from '../database.ts'
import { MOVED_SQL, type MovedWallet } from './moved-sql.ts'

/** The most wallets in one transaction: it takes a few milliseconds, and no other statement waits for it. */
const WALLETS_MAX = 50
/** The most transfers that one batch reads of each side of each account; the rest follows in the next batch. */
const TRANSFERS_MAX = 2_000

/** Locks the oldest proofs; a concurrent prover takes others. */
const TAKE_OLDEST: Statement = {
  name: 'take_oldest_proofs',
  effect: 'within',
  text: `select workspace_id, environment from wallet_proof where proved_at < now() - make_interval(secs => $1)
    order by proved_at limit $2 for update skip locked`,
}

/**
 * A separate statement, so that its snapshot is younger than the locks: it reads one instant, and no other prover moves
 * these proofs.
 */
const READ_MOVED: Statement = { name: 'read_moved_wallets', effect: false, text: MOVED_SQL }

/** A wallet with more transfers than one batch reads keeps its place in the order. */
const KEEP_PROOF: Statement = {
  name: 'keep_wallet_proofs',
  effect: 'within',
  text: `update wallet_proof p set through = n.through, available = n.available, held = n.held, receivable = n.receivable,
      proved_at = case when n.complete then clock_timestamp() else p.proved_at end
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[])
      as n (workspace_id, environment, through, available, held, receivable, complete)
    where p.workspace_id = n.workspace_id and p.environment = n.environment`,
}

/**
 * Deletes the earlier discrepancies of everything that was checked: of the runs and top-ups in `$3`, and of the wallet
 * itself where all its transfers were read. Those that remain are then written again.
 */
const FORGET_DRIFTS: Statement = {
  name: 'forget_ledger_drifts',
  effect: 'within',
  text: `delete from ledger_drift where workspace_id = $1 and environment = $2 and (subject = any ($3::text[]) or (subject = '' and $4::boolean))`,
}

const WRITE_DRIFTS: Statement = {
  name: 'write_ledger_drifts',
  effect: 'within',
  text: `insert into ledger_drift (workspace_id, environment, promise, subject, expected, found)
    select $1, $2, d.promise, d.subject, d.expected, d.found
    from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) as d (promise, subject, expected, found)`,
}

export const PROVE_WALLETS: Transaction = { name: 'prove_wallets', effect: true }

export interface Proved {
  /** The number of wallets that were proved completely. */
  readonly wallets: number
  readonly drifts: readonly (BrokenPromise & { readonly workspaceId: string; readonly environment: Environment })[]
  /** More wallets may be due. */
  readonly more: boolean
}

/**
 * Proves the wallets whose last proof is oldest, if it is older than `afterSeconds`, continuing where that proof ended:
 * each transfer is added up only once, so a wallet's age costs nothing. A wallet must equal its transfers and its open
 * holds, and each run and top-up that moved must equal its own transfers. A discrepancy stays in `ledger_drift` until
 * it is resolved. Reads block no writer.
 */
export function proveWallets(db: Database, afterSeconds: number): Promise<Proved> {
  return db.transaction(PROVE_WALLETS, async (tx) => {
    const due = await tx.query<{ workspace_id: string; environment: Environment }>(TAKE_OLDEST, [
      afterSeconds,
      WALLETS_MAX,
    ])
    if (due.length === 0) return { wallets: 0, drifts: [], more: false }
    const moved = await tx.query<MovedWallet>(READ_MOVED, [
      due.map(({ workspace_id: id }) => id),
      due.map(({ environment }) => environment),
      TRANSFERS_MAX,
    ])
    await keepProofs(tx, moved)
    const found = moved.map((wallet) => ({ wallet, drifts: driftsOf(wallet) }))
    for (const { wallet, drifts } of found) if (wallet.known || drifts.length > 0) await keepDrifts(tx, wallet, drifts)
    return {
      wallets: moved.filter(({ complete }) => complete).length,
      more: due.length === WALLETS_MAX || moved.some(({ complete }) => !complete),
      drifts: found.flatMap(({ wallet: { workspaceId, environment }, drifts }) =>
        drifts.map((drift) => ({ workspaceId, environment, ...drift })),
      ),
    }
  })
}

async function keepProofs(tx: Queries, moved: readonly MovedWallet[]): Promise<void> {
  await tx.query(KEEP_PROOF, [
    moved.map(({ workspaceId }) => workspaceId),
    moved.map(({ environment }) => environment),
    moved.map(({ through }) => through.toString()),
    moved.map(({ available }) => available.toString()),
    moved.map(({ held }) => held.toString()),
    moved.map(({ receivable }) => receivable.toString()),
    moved.map(({ complete }) => complete),
  ])
}

/** While not all of its transfers are read, the wallet itself cannot be judged. */
function driftsOf(moved: MovedWallet): BrokenPromise[] {
  const { available, held, receivable } = moved
  const own = moved.complete
    ? brokenPromises({
        transfers: { available, held, receivable },
        openHolds: moved.openHolds,
        wallet: { available: moved.walletAvailable, held: moved.walletHeld, receivable: moved.walletReceivable },
      })
    : []
  return [
    ...own,
    ...(moved.broken ?? []).map(({ promise, subject, expected, found }) => ({
      promise,
      subject,
      expected: BigInt(expected),
      found: BigInt(found),
    })),
  ]
}

async function keepDrifts(
  tx: Queries,
  { workspaceId, environment, looked, complete }: MovedWallet,
  drifts: readonly BrokenPromise[],
): Promise<void> {
  await tx.query(FORGET_DRIFTS, [workspaceId, environment, looked ?? [], complete])
  if (drifts.length === 0) return
  await tx.query(WRITE_DRIFTS, [
    workspaceId,
    environment,
    drifts.map(({ promise }) => promise),
    drifts.map(({ subject }) => subject),
    drifts.map(({ expected }) => expected.toString()),
    drifts.map(({ found }) => found.toString()),
  ])
}

const READ_LEDGER_STATE: Statement = {
  name: 'read_ledger_state',
  effect: false,
  text: `select coalesce(extract(epoch from clock_timestamp() - (select proved_at from wallet_proof order by proved_at limit 1)), 0)::double precision as "oldestProofAgeSeconds",
    coalesce((select json_object_agg(promise, drifts) from (select promise, count(*) as drifts from ledger_drift group by promise) counted), '{}') as drifts`,
}

export interface LedgerState {
  readonly oldestProofAgeSeconds: number
  /** The number of discrepancies by promise; promises without any are left out. */
  readonly drifts: Readonly<Partial<Record<LedgerPromise, number>>>
}

/** The age of the oldest proof, and the number of broken promises. */
export async function readLedgerState(db: Database): Promise<LedgerState> {
  const [state] = await db.query<LedgerState>(READ_LEDGER_STATE, [])
  return state ?? { oldestProofAgeSeconds: 0, drifts: {} }
}
