import type { Environment } from '../../../domain/runs/states.ts'
import type { LedgerPromise } from '../../../domain/wallets/proof.ts'
import type { Database } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'

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
