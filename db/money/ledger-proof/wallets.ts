import type { Environment } from '../../../domain/runs/states.ts'
import type { ProvedWallet } from '../../../domain/wallets/proof.ts'
import { IS_OPEN } from '../../open-run.ts'
import { type NoValues, statement } from '../../statement.ts'

/** A wallet compared with the sums of its transfers and of its open holds, at one instant. Amounts are microdollars. */
export interface LedgerOfWallet {
  readonly workspaceId: string
  readonly environment: Environment
  readonly available: bigint
  readonly held: bigint
  /** Negative while there is a receivable. */
  readonly receivable: bigint
  readonly walletAvailable: bigint
  readonly walletHeld: bigint
  readonly walletReceivable: bigint
  readonly openHolds: bigint
}

/** One wallet's movements since its last proof. */
export interface MovedWallet extends LedgerOfWallet {
  /** false: more transfers follow than one batch reads. */
  readonly complete: boolean
  /** The last transfer that the sums include. */
  readonly through: bigint
  /** The runs and top-ups that moved, once for each transfer. */
  readonly runIds: readonly string[] | null
  readonly topupIds: readonly string[] | null
  /** The subjects of its earlier discrepancies, '' for the wallet itself; null: it has none. */
  readonly known: readonly string[] | null
}

/** What the wallet `w` has, and what its open runs hold. */
const STATED = `w.available as "walletAvailable", w.held as "walletHeld", w.receivable as "walletReceivable",
    (select coalesce(sum(r.held), 0)::bigint from run r
      where r.workspace_id = w.workspace_id and r.environment = w.environment and ${IS_OPEN})
      + (select coalesce(sum(r.held), 0)::bigint from run r where r.final_bill_due_at is not null
        and r.workspace_id = w.workspace_id and r.environment = w.environment) as "openHolds"`

/** The wallet as its promises are judged. */
export const sidesOf = (wallet: LedgerOfWallet): ProvedWallet => ({
  transfers: { available: wallet.available, held: wallet.held, receivable: wallet.receivable },
  wallet: { available: wallet.walletAvailable, held: wallet.walletHeld, receivable: wallet.walletReceivable },
  openHolds: wallet.openHolds,
})

const KINDS = `(values ('available'), ('held'), ('receivable')) k (kind)`
const ACCOUNT = `p.workspace_id || ':' || p.environment || ':' || k.kind`

/**
 * Both ways into the transfers of an account, in the order of their numbers: each is a range of an index. The account
 * is a range condition too: where a few accounts have most transfers, the planner would answer `=` by a walk through
 * all numbers.
 */
const bothSides = (columns: string, more: string): string =>
  [
    ['debit_account_id', '-t.amount'],
    ['credit_account_id', 't.amount'],
  ]
    .map(
      ([side = '', amount = '']) => `(select ${columns.replace(':amount', amount)} from transfer t
        where (t.${side}, t.id) > (${ACCOUNT}, p.through) and t.${side} <= ${ACCOUNT}
        ${more.replaceAll(':side', side)})`,
    )
    .join('\n      union all ')

/**
 * At most `transfersMax` transfers of each side of each account after the proof. They are cut where the first side has
 * more, so that none in between is left out. A separate statement after the locks, so that its snapshot is younger: it
 * reads one instant, and no other prover moves these proofs.
 */
export const READ_MOVED = statement<
  { workspaceIds: readonly string[]; environments: readonly Environment[]; transfersMax: number },
  MovedWallet
>({
  name: 'read_moved_wallets',
  effect: false,
  text: `with proof as materialized (
    select p.*, (select min(next.id) from ${KINDS} cross join lateral (
      ${bothSides('t.id', 'order by t.:side, t.id offset :transfersMax limit 1')}) next) as cut
    from unnest(:workspaceIds::text[], :environments::text[]) as due (workspace_id, environment)
    join wallet_proof p using (workspace_id, environment)
  ), movement as materialized (
    select p.workspace_id, p.environment, k.kind, t.* from proof p cross join ${KINDS} cross join lateral (
      ${bothSides(
        't.id, t.run_id, t.topup_id, :amount as amount',
        'and (p.cut is null or t.id < p.cut) order by t.:side, t.id limit :transfersMax',
      )}) t
  ), sums as materialized (
    select workspace_id, environment, max(id) as through,
      coalesce(sum(amount) filter (where kind = 'available'), 0)::bigint as available,
      coalesce(sum(amount) filter (where kind = 'held'), 0)::bigint as held,
      coalesce(sum(amount) filter (where kind = 'receivable'), 0)::bigint as receivable,
      array_agg(run_id) filter (where run_id is not null) as run_ids,
      array_agg(topup_id) filter (where topup_id is not null) as topup_ids
    from movement group by workspace_id, environment
  )
  select w.workspace_id as "workspaceId", w.environment, p.cut is null as complete,
    greatest(p.through, s.through) as through, p.available + coalesce(s.available, 0) as available,
    p.held + coalesce(s.held, 0) as held, p.receivable + coalesce(s.receivable, 0) as receivable,
    s.run_ids as "runIds", s.topup_ids as "topupIds",
    (select array_agg(distinct d.subject) from ledger_drift d
      where d.workspace_id = w.workspace_id and d.environment = w.environment) as known,
    ${STATED}
  from proof p join wallet w using (workspace_id, environment) left join sums s using (workspace_id, environment)`,
})

/** Every wallet compared with the sums of all its transfers. */
export const READ_ALL_WALLETS = statement<NoValues, LedgerOfWallet>({
  name: 'read_all_wallets',
  effect: false,
  text: `with balance as (
      select a.workspace_id, a.environment,
        coalesce(sum(m.amount) filter (where a.kind = 'available'), 0)::bigint as available,
        coalesce(sum(m.amount) filter (where a.kind = 'held'), 0)::bigint as held,
        coalesce(sum(m.amount) filter (where a.kind = 'receivable'), 0)::bigint as receivable
      from account a join (
        select credit_account_id as account_id, amount from transfer
        union all select debit_account_id, -amount from transfer
      ) m on m.account_id = a.id
      where a.workspace_id is not null group by a.workspace_id, a.environment
    )
    select w.workspace_id as "workspaceId", w.environment, coalesce(b.available, 0) as available,
      coalesce(b.held, 0) as held, coalesce(b.receivable, 0) as receivable,
      ${STATED}
    from wallet w left join balance b using (workspace_id, environment)`,
})
