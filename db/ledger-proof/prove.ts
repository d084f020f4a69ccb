import type { Environment } from '../../domain/runs/states.ts'
import { type BrokenPromise, brokenPromises, type LedgerPromise } from '../../domain/wallets/proof.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type NoValues, statement } from '../statement.ts'
import { MOVED_SQL, type MovedWallet } from './moved-sql.ts'

/** The most wallets in one transaction: it takes a few milliseconds, and no other statement waits for it. */
const WALLETS_MAX = 50
/** The most transfers that one batch reads of each side of each account; the rest follows in the next batch. */
const TRANSFERS_MAX = 2_000

/** Locks the oldest proofs; a concurrent prover takes others. */
export const TAKE_OLDEST = statement<
  { afterSeconds: number; walletsMax: number },
  { workspace_id: string; environment: Environment }
>({
  name: 'take_oldest_proofs',
  effect: 'within',
  text: `select workspace_id, environment from wallet_proof
    where proved_at < now() - make_interval(secs => :afterSeconds)
    order by proved_at limit :walletsMax for update skip locked`,
})

/**
 * A separate statement, so that its snapshot is younger than the locks: it reads one instant, and no other prover moves
 * these proofs.
 */
export const READ_MOVED = statement<
  { workspaceIds: readonly string[]; environments: readonly Environment[]; transfersMax: number },
  MovedWallet
>({ name: 'read_moved_wallets', effect: false, text: MOVED_SQL })

/** A wallet with more transfers than one batch reads keeps its place in the order. */
export const KEEP_PROOF = statement<{
  workspaceIds: readonly string[]
  environments: readonly Environment[]
  lastTransferIds: readonly string[]
  available: readonly string[]
  held: readonly string[]
  receivable: readonly string[]
  complete: readonly boolean[]
}>({
  name: 'keep_wallet_proofs',
  effect: 'within',
  text: `update wallet_proof p set through = n.through, available = n.available, held = n.held,
    receivable = n.receivable,
      proved_at = case when n.complete then clock_timestamp() else p.proved_at end
    from unnest(:workspaceIds::text[], :environments::text[], :lastTransferIds::bigint[], :available::bigint[],
      :held::bigint[], :receivable::bigint[], :complete::boolean[])
      as n (workspace_id, environment, through, available, held, receivable, complete)
    where p.workspace_id = n.workspace_id and p.environment = n.environment`,
})

/**
 * Deletes the earlier discrepancies of everything that was checked: of the runs and top-ups in `subjects`, and of the
 * wallet itself where all its transfers were read. Those that remain are then written again.
 */
export const FORGET_DRIFTS = statement<{
  workspaceId: string
  environment: Environment
  subjects: readonly string[]
  complete: boolean
}>({
  name: 'forget_ledger_drifts',
  effect: 'within',
  text: `delete from ledger_drift where workspace_id = :workspaceId and environment = :environment
    and (subject = any (:subjects::text[]) or (subject = '' and :complete::boolean))`,
})

export const WRITE_DRIFTS = statement<{
  workspaceId: string
  environment: Environment
  promises: readonly string[]
  subjects: readonly string[]
  expected: readonly string[]
  found: readonly string[]
}>({
  name: 'write_ledger_drifts',
  effect: 'within',
  text: `insert into ledger_drift (workspace_id, environment, promise, subject, expected, found)
    select :workspaceId, :environment, d.promise, d.subject, d.expected, d.found
    from unnest(:promises::text[], :subjects::text[], :expected::bigint[], :found::bigint[]) as d (promise, subject,
      expected, found)`,
})

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
    const due = await tx.query(TAKE_OLDEST, { afterSeconds, walletsMax: WALLETS_MAX })
    if (due.length === 0) return { wallets: 0, drifts: [], more: false }
    const moved = await tx.query(READ_MOVED, {
      workspaceIds: due.map(({ workspace_id: id }) => id),
      environments: due.map(({ environment }) => environment),
      transfersMax: TRANSFERS_MAX,
    })
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
  await tx.query(KEEP_PROOF, {
    workspaceIds: moved.map(({ workspaceId }) => workspaceId),
    environments: moved.map(({ environment }) => environment),
    lastTransferIds: moved.map(({ through }) => through.toString()),
    available: moved.map(({ available }) => available.toString()),
    held: moved.map(({ held }) => held.toString()),
    receivable: moved.map(({ receivable }) => receivable.toString()),
    complete: moved.map(({ complete }) => complete),
  })
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
  await tx.query(FORGET_DRIFTS, { workspaceId, environment, subjects: looked ?? [], complete })
  if (drifts.length === 0) return
  await tx.query(WRITE_DRIFTS, {
    workspaceId,
    environment,
    promises: drifts.map(({ promise }) => promise),
    subjects: drifts.map(({ subject }) => subject),
    expected: drifts.map(({ expected }) => expected.toString()),
    found: drifts.map(({ found }) => found.toString()),
  })
}

export const READ_LEDGER_STATE = statement<NoValues, LedgerState>({
  name: 'read_ledger_state',
  effect: false,
  text: `select coalesce(extract(epoch from clock_timestamp() - (select proved_at from wallet_proof order by proved_at
    limit 1)), 0)::double precision as "oldestProofAgeSeconds",
    coalesce((select json_object_agg(promise, drifts)
      from (select promise, count(*) as drifts from ledger_drift group by promise) counted), '{}') as drifts`,
})

export interface LedgerState {
  readonly oldestProofAgeSeconds: number
  /** The number of discrepancies by promise; promises without any are left out. */
  readonly drifts: Readonly<Partial<Record<LedgerPromise, number>>>
}

/** The age of the oldest proof, and the number of broken promises. */
export async function readLedgerState(db: Database): Promise<LedgerState> {
  const [state] = await db.query(READ_LEDGER_STATE, {})
  return state ?? { oldestProofAgeSeconds: 0, drifts: {} }
}
