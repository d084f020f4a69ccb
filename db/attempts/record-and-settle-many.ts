import type { Environment } from '../../domain/runs/states.ts'
import { closeBudgets } from '../budgets/sql.ts'
import type { Queries } from '../database.ts'
import { insertSubjects, SUBJECT_SHAPE_SQL } from '../history/index.ts'
import { PLAIN_SQL } from '../runs/plain-sql.ts'
import { closeEntries, END_SQL, END_TYPES, type EndRow, endsSql, type EndValues, spentSql } from '../runs/settle.ts'
import { type ArraysOf, columnOf, rowsAsArguments, statement } from '../statement.ts'
import type { WalletId } from '../wallets/ledger.ts'
import { DECIDED_SQL, type DecidedRow, isMineSql, OUTCOME_TYPES, outcomeSql, type OutcomeValues } from './outcome.ts'
import { type RecordAndSettle, type RecordedOutcome, recordedAs } from './record-and-settle.ts'

type ItemValues = OutcomeValues & EndValues
const ITEMS = rowsAsArguments<ItemValues>({ ...OUTCOME_TYPES, ...END_TYPES })
const OF_ITEM = columnOf('i')
const OF_LOCKED = columnOf('l')

/** The wallet's row is written once, with the sums of what is closed and charged (see closeHold). */
const CLOSE_HOLDS_SQL = `closing as materialized (
      select sum(held)::bigint as held, sum(charge)::bigint as charge from locked having sum(held) > 0
    ), wallet_now as materialized (
      select w.workspace_id, w.environment, w.available, w.held, w.spend_day, w.spent
      from wallet w cross join closing
      where w.workspace_id = :workspaceId and w.environment = :environment and (select count(*) from done) >= 0
      for update of w
    ), closed as (
      update wallet w set held = n.held - c.held, available = n.available + c.held - c.charge,
        ${spentSql('c.charge')}
      from wallet_now n cross join closing c
      where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), ${closeBudgets({ released: 'l.held', charge: 'l.charge' })}, ${closeEntries('l.charge')}`

/** Gives the leases of the accounts back; accounts are locked in the order of their ids. */
const GIVE_SLOTS_BACK_SQL = `ended_calls as materialized (
      select i.accountId, array_agg(i.runId || ':' || i.number) as leases, max(i.exhaustedForSeconds) as exhausted
      from item i join done d on d.ord = i.ord group by i.accountId order by i.accountId
    ), account_now as materialized (
      select p.id, e.leases, e.exhausted from ended_calls e cross join lateral (
        select p.id from provider_account p
        where p.id = e.accountId and (p.leases ?| e.leases or e.exhausted is not null)
          and (select count(*) from closed) >= 0
        for update
      ) p
    ), released as (
      update provider_account p set leases = p.leases - a.leases,
        exhausted_until = case when a.exhausted is null then p.exhausted_until
          else clock_timestamp() + make_interval(secs => a.exhausted) end
      from account_now a where p.id = a.id
      returning p.id
    )`

/**
 * `RECORD_AND_SETTLE` for several plain runs of one wallet, which would otherwise wait for its row one after the other.
 * It locks the runs in the order of their ids, the attempts, the wallet, the budgets and then the accounts. Each run is
 * ended alone: one whose attempt is another executor's, or whose charge does not fit, changes nothing for the others.
 * Of an outcome that is there twice, the first counts.
 */
export const RECORD_AND_SETTLE_MANY = statement<
  ArraysOf<ItemValues> & { workspaceId: string; environment: Environment },
  EndRow & { position: number; decided: DecidedRow }
>({
  name: 'record_and_settle_many',
  effect: true,
  text: `with item as materialized (
      select distinct on (runId, number, token) i.* from (${ITEMS.sql}) i order by runId, number, token, ord
    ), found as materialized (
      select r.*, i.ord, i.charge, i.status, i.attempt, i.provider, i.outcomeReason, i.error, i.ownKey
      from item i cross join lateral (
        select id, workspace_id, environment, held, budget_id, job_budget_id, subjects from run
        where id = i.runId and finished_at is null and ${PLAIN_SQL('run')} for update
      ) r where r.workspace_id = :workspaceId and r.environment = :environment
    ), done as (
      update attempt a set ${outcomeSql(OF_ITEM)}
      from item i join found f on f.ord = i.ord where ${isMineSql(OF_ITEM)}
      returning i.ord, ${DECIDED_SQL.returned}, a.subjects
    ), locked as materialized (
      select f.* from found f join done d on d.ord = f.ord
      where f.charge between 0 and f.held and (f.attempt is not null or f.charge = 0)
    ), ${CLOSE_HOLDS_SQL}, indexed as (
      ${insertSubjects(
        'locked',
        `
        select 'input' as place, found.* from jsonb_to_recordset(l.subjects) as ${SUBJECT_SHAPE_SQL}
        union all
        select 'result', found.* from done d cross join lateral jsonb_to_recordset(d.subjects) as ${SUBJECT_SHAPE_SQL}
        where d.ord = l.ord and l.attempt is not null`,
      )}
    ), ${GIVE_SLOTS_BACK_SQL}, ended as (
      update run r set ${endsSql(OF_LOCKED)},
        charged = case when l.attempt is null then null else l.charge end,
        platform_funded = case when l.attempt is null then null else not l.ownKey end
      from locked l
      where r.id = l.id and (select count(*) from closed) = (select count(*) from closing)
        and (select count(*) from charge_entry) = (select count(*) from locked where charge > 0)
        and (select count(*) from release_entry) = (select count(*) from locked where held > charge)
      returning l.ord, ${END_SQL('r')}
    )
    select d.ord::integer as position, to_jsonb(d) - 'ord' as decided, e.*
    from (select ord, ${DECIDED_SQL.selected} from done) d left join ended e on e.ord = d.ord`,
})

/** Stores the outcomes and ends the runs; the answers have the order of the items. */
export async function recordAndSettleMany(
  db: Queries,
  { workspaceId, environment }: WalletId,
  items: readonly RecordAndSettle[],
): Promise<RecordedOutcome[]> {
  const values = items.map((item) => item.values)
  const rows = await db.query(RECORD_AND_SETTLE_MANY, { workspaceId, environment, ...ITEMS.bind(values) })
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return items.map((item, index) => recordedAs(db, item, byPosition.get(index + 1)))
}
