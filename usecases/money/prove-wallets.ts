import type { Database, Queries, Transaction } from '../../db/database.ts'
import { FORGET_DRIFTS, KEEP_PROOF, TAKE_OLDEST, WRITE_DRIFTS } from '../../db/money/ledger-proof/prove.ts'
import { BROKEN_RUNS_OF } from '../../db/money/ledger-proof/runs.ts'
import { BROKEN_TOPUPS_OF } from '../../db/money/ledger-proof/topups.ts'
import { type MovedWallet, READ_MOVED, sidesOf } from '../../db/money/ledger-proof/wallets.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type BrokenPromise, brokenPromises, PROVED_OF_RUNS, PROVED_OF_TOPUPS } from '../../domain/wallets/proof.ts'

/** The most wallets in one transaction: it takes a few milliseconds, and no other statement waits for it. */
const WALLETS_MAX = 50

/** The most transfers that one batch reads of each side of each account; the rest follows in the next batch. */
const TRANSFERS_MAX = 2_000

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
    const ofSubjects = await brokenSubjects(tx, moved)
    const found = moved.map((wallet) => ({ wallet, drifts: driftsOf(wallet, ofSubjects) }))
    for (const { wallet, drifts } of found)
      if (wallet.known !== null || drifts.length > 0) await keepDrifts(tx, wallet, drifts)
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

type Drift = Proved['drifts'][number]

/** The runs and top-ups to look at: those that moved, and those with an earlier discrepancy. */
const lookedOf = ({ runIds, topupIds, known }: MovedWallet): string[] => [
  ...new Set([...(runIds ?? []), ...(topupIds ?? []), ...(known ?? [])].filter((id) => id !== '')),
]

async function brokenSubjects(tx: Queries, moved: readonly MovedWallet[]): Promise<Drift[]> {
  const subjects = moved.flatMap(lookedOf)
  if (subjects.length === 0) return []
  const runs = await tx.query(BROKEN_RUNS_OF, { runIds: subjects, promises: PROVED_OF_RUNS })
  const topups = await tx.query(BROKEN_TOPUPS_OF, { topupIds: subjects, promises: PROVED_OF_TOPUPS })
  return [...runs, ...topups]
}

/** While not all of its transfers are read, the wallet itself cannot be judged. */
function driftsOf(moved: MovedWallet, ofSubjects: readonly Drift[]): BrokenPromise[] {
  return [
    ...(moved.complete ? brokenPromises(sidesOf(moved)) : []),
    ...ofSubjects
      .filter(({ workspaceId, environment }) => workspaceId === moved.workspaceId && environment === moved.environment)
      .map(({ promise, subject, expected, found }) => ({ promise, subject, expected, found })),
  ]
}

async function keepDrifts(tx: Queries, wallet: MovedWallet, drifts: readonly BrokenPromise[]): Promise<void> {
  const { workspaceId, environment, complete } = wallet
  await tx.query(FORGET_DRIFTS, { workspaceId, environment, subjects: lookedOf(wallet), complete })
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
