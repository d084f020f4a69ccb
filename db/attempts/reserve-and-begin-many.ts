import type { Environment } from '../../domain/runs/states.ts'
import { BUDGET_NOW_SQL, HOLDER_SQL } from '../budgets/sql.ts'
import type { Queries } from '../database.ts'
import {
  BUDGET_LEFT_SQL,
  dayLeftSql,
  JOB_LEFT_SQL,
  HOLD_TYPES,
  holdValues,
  type HoldValues,
  refusalSql,
  RESERVED_SQL,
  type ReserveRow,
} from '../runs/reserve.ts'
import { type ArraysOf, columnOf, rowsAsArguments, statement } from '../statement.ts'
import { HOLD_KEY_SQL, WALLET_ACCOUNT_SQL, type WalletId } from '../wallets/ledger.ts'
import {
  BEGIN_TYPES,
  beginValues,
  type BeginValues,
  insertAttempts,
  LEASES_ALIVE,
  movesSql,
  NOW_MS,
  tokensNow,
} from './begin.ts'
import { type ReserveAndBegin, type ReservedAndBegun, reservedAndBegun } from './reserve-and-begin.ts'

type ItemValues = HoldValues & BeginValues
const ITEMS = rowsAsArguments<ItemValues>({ ...HOLD_TYPES, ...BEGIN_TYPES })
const OF_OPEN = columnOf('o')

/** What a budget, and what the ceiling of a job, has left when the turn of a run comes. */
const LEFT_AT_TURN = 'q.budget_left - coalesce((j.taken ->> q.holder_id)::bigint, 0)'
const CEILING_LEFT_AT_TURN = 'q.ceiling_left - coalesce((j.taken ->> q.job_id)::bigint, 0)'

/** What the earlier turns have taken of a budget, with what this turn takes. */
const TAKES = (holder: string): string => `case when ${holder} is null or h.hold = 0 then '{}'::jsonb
          else jsonb_build_object(${holder}, coalesce((j.taken ->> ${holder})::bigint, 0) + h.hold) end`

/**
 * All runs are locked (they are counted) before the wallet, and the wallet before the budgets. It judges each hold
 * alone, in the order of arrival: `judged` has the amounts after each turn, with what each budget's holder has taken,
 * and a refused hold leaves them as they are. The rows of the wallet and of each budget are written once. The new
 * amounts come from the locked row, not from the older one that the UPDATE finds first (see closeHold).
 */
const HOLDS_SQL = `wallet_now as materialized (
      select * from wallet
      where workspace_id = :workspaceId and environment = :environment and (select count(*) from locked) > 0 for update
    ), budget_now as materialized (
      select b.*, ${BUDGET_NOW_SQL('b')}
      from budget b
      where b.holder_id in (select ${HOLDER_SQL('l')} from locked l union all select l.job_id from locked l)
        and (select count(*) from wallet_now) >= 0
      order by b.id for update
    ), queue as materialized (
      select l.id, l.hold, b.holder_id, b.id as budget_id, b.amount as budget_amount, b.resets_at as budget_resets_at,
        ${BUDGET_LEFT_SQL} as budget_left, c.holder_id as job_id, c.id as job_budget_id, c.amount as ceiling,
        ${JOB_LEFT_SQL} as ceiling_left, row_number() over (order by l.ord) as turn
      from locked l left join budget_now b on b.holder_id = ${HOLDER_SQL('l')}
        left join budget_now c on c.holder_id = l.job_id
    ), judged as (
      select 0::bigint as turn, null::text as id, 0::bigint as hold, available, held, null::text as refusal,
        '{}'::jsonb as taken, null::bigint as budget_left, null::bigint as ceiling_left
      from wallet_now
      union all
      select q.turn, q.id, q.hold, j.available - h.hold, j.held + h.hold, v.refusal,
        j.taken || ${TAKES('q.holder_id')} || ${TAKES('q.job_id')},
        ${LEFT_AT_TURN}, ${CEILING_LEFT_AT_TURN}
      from judged j join queue q on q.turn = j.turn + 1 cross join wallet_now w
      cross join lateral (
        select ${refusalSql({
          hold: 'q.hold',
          available: 'j.available',
          held: 'j.held',
          budgetLeft: `(${LEFT_AT_TURN})`,
          jobLeft: `(${CEILING_LEFT_AT_TURN})`,
        })} as refusal offset 0
      ) v
      cross join lateral (select case when v.refusal is null then q.hold else 0 end as hold) h
    ), budget_held as (
      update budget b set held = n.held + t.taken::bigint
      from budget_now n join (
        select key, value as taken from (select taken from judged order by turn desc limit 1) j
          cross join lateral jsonb_each_text(j.taken)
      ) t on t.key = n.holder_id
      where b.id = n.id
      returning b.id
    ), held as (
      update wallet w set available = j.available, held = j.held
      from wallet_now n cross join (select available, held from judged order by turn desc limit 1) j
      where w.workspace_id = n.workspace_id and w.environment = n.environment and j.held > n.held
      returning w.workspace_id
    ), entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('n', 'available')}, ${WALLET_ACCOUNT_SQL('n', 'held')}, j.hold, 'hold', j.id,
        ${HOLD_KEY_SQL('j.id')}
      from wallet_now n cross join judged j where j.refusal is null and j.hold > 0
      order by j.turn
      returning id
    )`

/**
 * An account gives its slots in the order of arrival. Accounts are locked in the order of their ids; all attempts at
 * one account have its limits.
 */
const TAKE_SLOTS_SQL = `account_now as materialized (
      select p.* from (
        select distinct on (accountId) accountId, requestsPerSecond, burst from open
        where concurrency is not null or requestsPerSecond is not null order by accountId
      ) a cross join lateral (
        select p.id, ${tokensNow(columnOf('a'))} as tokens, ${LEASES_ALIVE} as leases, clock_timestamp() as at
        from provider_account p where p.id = a.accountId for update
      ) p
    ), granted as materialized (
      select o.* from (select *, row_number() over (partition by accountId order by ord) as turn from open) o
      left join account_now a on a.id = o.accountId
      where (o.concurrency is null and o.requestsPerSecond is null)
        or (a.id is not null and (o.requestsPerSecond is null or a.tokens >= o.turn)
          and (o.concurrency is null
            or (select count(*) from jsonb_object_keys(a.leases)) + o.turn <= o.concurrency))
    ), slot as (
      update provider_account p set
        tokens = coalesce(a.tokens - g.count, p.tokens),
        refilled_at = case when a.tokens is null then p.refilled_at else a.at end,
        leases = a.leases || g.leases
      from account_now a join (
        select accountId, count(*), jsonb_object_agg(id || ':' || number, ${NOW_MS} + leaseMs) as leases
        from granted group by accountId
      ) g on g.accountId = a.id
      where p.id = a.id
      returning p.id
    )`

/**
 * `RESERVE_AND_BEGIN` for several runs of one wallet, which would otherwise wait for its row one after the other. It
 * locks the runs in the order of their ids, the wallet, the budgets and then the accounts. Of a run that is there
 * twice, the first counts.
 */
export const RESERVE_AND_BEGIN_MANY = statement<
  ArraysOf<ItemValues> & { workspaceId: string; environment: Environment },
  ReserveRow & { position: number; begun: boolean | null }
>({
  name: 'reserve_and_begin_many',
  effect: true,
  text: `with recursive item as materialized (
      select distinct on (runId) i.* from (${ITEMS.sql}) i order by runId, ord
    ), locked as materialized (
      select r.*, i.* from item i cross join lateral (
        select id, workspace_id, environment, capability, raw_request, api_key_id, connected_app_id, job_id
        from run
        where id = i.runId and status = 'created' and send is null for update
      ) r where r.workspace_id = :workspaceId and r.environment = :environment
    ), ${HOLDS_SQL}, open as materialized (
      select l.*, q.budget_id, q.job_budget_id
      from locked l join judged j on j.id = l.id and j.refusal is null join queue q on q.id = l.id
    ), ${TAKE_SLOTS_SQL}, begun as (
      ${insertAttempts('granted', OF_OPEN)} where (select count(*) from slot) >= 0
      on conflict do nothing
      returning run_id
    ), reserved as (
      update run r set ${RESERVED_SQL.written('o', OF_OPEN)},
        ${movesSql(OF_OPEN, 'b.run_id is not null')}
      from open o left join begun b on b.run_id = o.id
      where r.id = o.id
        and (select count(*) from entry) = (select count(*) from judged where refusal is null and hold > 0)
      returning r.id, r.status = 'running' as begun, ${RESERVED_SQL.returned}
    )
    select l.ord::integer as position, ${RESERVED_SQL.selected}, r.begun
    from locked l
    join (
      select j.id, j.turn, j.refusal, j.available, w.environment, w.receivable, w.per_run_limit, w.daily_limit,
        ${dayLeftSql('j.held')} as day_left,
        q.budget_amount, j.budget_left, q.budget_resets_at, q.ceiling, j.ceiling_left
      from judged j join queue q on q.id = j.id cross join wallet_now w
    ) j on j.id = l.id
    left join reserved r on r.id = l.id order by j.turn`,
})

/** Makes the holds and begins the attempts; the answers have the order of the items. */
export async function reserveAndBeginMany(
  db: Queries,
  { workspaceId, environment }: WalletId,
  items: readonly ReserveAndBegin[],
): Promise<ReservedAndBegun[]> {
  const values = items.map(({ reservation, attempt }) => ({ ...holdValues(reservation), ...beginValues(attempt) }))
  const rows = await db.query(RESERVE_AND_BEGIN_MANY, { workspaceId, environment, ...ITEMS.bind(values) })
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return items.map((_, index) => {
    const row = byPosition.get(index + 1)
    return reservedAndBegun(db, row, row?.begun === true)
  })
}
