import type { Environment } from '../../domain/runs/states.ts'
import type { LedgerPromise } from '../../domain/wallets/proof.ts'
import { IS_OPEN } from '../runs/under-way.ts'

/**
 * One wallet's movements since its last proof, and its current amounts: all of one instant. Amounts are microdollars.
 */
export interface MovedWallet {
  readonly workspaceId: string
  readonly environment: Environment
  /** false: more transfers follow than one batch reads. */
  readonly complete: boolean
  /** The last transfer that the sums include. */
  readonly through: bigint
  readonly available: bigint
  readonly held: bigint
  /** Negative while there is a receivable. */
  readonly receivable: bigint
  readonly walletAvailable: bigint
  readonly walletHeld: bigint
  readonly walletReceivable: bigint
  readonly openHolds: bigint
  /** The runs and top-ups that were checked: those that moved, and those with an earlier discrepancy. */
  readonly looked: readonly string[] | null
  readonly broken:
    | readonly {
        readonly promise: LedgerPromise
        readonly subject: string
        readonly expected: string
        readonly found: string
      }[]
    | null
  /** The wallet has an earlier discrepancy. */
  readonly known: boolean
}

const ACCOUNT = (kind: string): string => `p.workspace_id || ':' || p.environment || ':${kind}'`
const KINDS = ['available', 'held', 'receivable'] as const
const SIDES = ['debit_account_id', 'credit_account_id'] as const

/**
 * Every way into the transfers of a wallet, in the order of their numbers: each is a range of an index. The account is
 * a range condition too: where a few accounts have most transfers, the planner would answer `=` by a walk through all
 * numbers.
 */
const ranges = (columns: string, more: string): string =>
  KINDS.flatMap((kind) =>
    SIDES.map(
      (
        side,
      ) => `(select ${columns.replaceAll(':kind', kind).replaceAll(':sign', side === 'debit_account_id' ? '-' : '')}
        from transfer t
        where (t.${side}, t.id) > (${ACCOUNT(kind)}, p.through)
          and t.${side} <= ${ACCOUNT(kind)} ${more.replaceAll(':side', side)})`,
    ),
  ).join('\n      union all ')

/** The keys of a run's transfers derive from its id (`ledger.ts`). */
const KEYS_OF = (run: string): string =>
  ['hold', 'close', 'close:rest', 'charge', 'final_bill', 'credit_bounce', 'credit_bounce:owed']
    .map((end) => `${run} || ':${end}'`)
    .join(', ')

const MOVED_COLUMNS = "t.id, t.run_id, t.topup_id, ':kind' as kind, :sign t.amount as amount"

/**
 * At most `:transfersMax` transfers of each side of each account after the proof. They are cut where the first side has
 * more, so that none in between is left out. Runs and top-ups are judged as in `verify.ts`, but only
 * those that moved.
 */
export const MOVED_SQL = `with proof as materialized (
    select p.*, w.available as wallet_available, w.held as wallet_held, w.receivable as wallet_receivable,
      (select min(next.id) from (${ranges('t.id', 'order by t.:side, t.id offset :transfersMax limit 1')}) next) as cut
    from unnest(:workspaceIds::text[], :environments::text[]) as due (workspace_id, environment)
    join wallet_proof p using (workspace_id, environment) join wallet w using (workspace_id, environment)
  ), movement as materialized (
    select p.workspace_id, p.environment, t.* from proof p cross join lateral (
      ${ranges(MOVED_COLUMNS, 'and (p.cut is null or t.id < p.cut) order by t.:side, t.id limit :transfersMax')}
    ) t
  ), sums as (
    select workspace_id, environment, max(id) as through,
      ${KINDS.map((kind) => `coalesce(sum(amount) filter (where kind = '${kind}'), 0)::bigint as ${kind}`).join(', ')}
    from movement group by workspace_id, environment
  ), subject as materialized (
    select workspace_id, environment, run_id as id from movement where run_id is not null
    union select workspace_id, environment, topup_id from movement where topup_id is not null
    union select d.workspace_id, d.environment, d.subject from ledger_drift d
      join proof p using (workspace_id, environment) where d.subject <> ''
  ), run_ledger as (
    select s.workspace_id, s.environment, r.id, r.held, coalesce(r.charged, 0) as charged,
      coalesce(r.credited, 0) as credited, l.*
    from subject s join run r on r.id = s.id cross join lateral (
      select coalesce(sum(case when kind = 'hold' then amount when kind in ('charge', 'release')
        or (kind = 'adjustment' and debit_account_id like '%:held') then -amount else 0 end), 0)::bigint as ledger_open,
        coalesce(sum(case when kind = 'charge' or (kind = 'adjustment' and debit_account_id like '%:held') then amount
          when kind = 'adjustment' then -amount else 0 end), 0)::bigint as ledger_charged,
        coalesce(sum(amount) filter (where kind = 'credit_bounce'), 0)::bigint as ledger_credited
      from transfer t where t.key in (${KEYS_OF('r.id')})
    ) l
  ), topup_ledger as (
    select s.workspace_id, s.environment,
      u.id, case when u.status = 'paid' then u.amount - u.refunded - u.charged_back else 0 end as kept, l.net
    from subject s join topup u on u.id = s.id cross join lateral (
      select coalesce(sum(case when kind = 'topup' then amount
        when credit_account_id like 'platform:%' then -amount else amount end), 0)::bigint as net
      from transfer t where t.topup_id = u.id and t.kind in ('topup', 'refund', 'chargeback')
    ) l
  ), broken as (
    select workspace_id, environment, 'run_hold' as promise, id, ledger_open as expected, held as found from run_ledger
      where ledger_open <> held
    union all select workspace_id, environment, 'run_charge', id, ledger_charged, charged from run_ledger
      where ledger_charged <> charged
    union all select workspace_id, environment, 'run_credit', id, ledger_credited, credited from run_ledger
      where ledger_credited <> credited
    union all select workspace_id, environment, 'topup', id, net, kept from topup_ledger where net <> kept
  )
  select p.workspace_id as "workspaceId", p.environment, p.cut is null as complete,
    greatest(p.through, s.through) as through,
    ${KINDS.map((kind) => `p.${kind} + coalesce(s.${kind}, 0) as ${kind}, p.wallet_${kind} as "wallet${kind.charAt(0).toUpperCase()}${kind.slice(1)}"`).join(', ')},
    (select coalesce(sum(held), 0)::bigint from run r
      where r.workspace_id = p.workspace_id and r.environment = p.environment and ${IS_OPEN})
      + (select coalesce(sum(held), 0)::bigint from run r where r.final_bill_due_at is not null
        and r.workspace_id = p.workspace_id and r.environment = p.environment) as "openHolds",
    (select array_agg(id) from subject o where o.workspace_id = p.workspace_id
      and o.environment = p.environment) as looked,
    (select json_agg(json_build_object('promise', b.promise, 'subject', b.id, 'expected', b.expected::text, 'found',
      b.found::text)) from broken b
      where b.workspace_id = p.workspace_id and b.environment = p.environment) as broken,
    exists (select from ledger_drift d where d.workspace_id = p.workspace_id and d.environment = p.environment) as known
  from proof p left join sums s using (workspace_id, environment)`
