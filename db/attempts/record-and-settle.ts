import type { RunStatus } from '../../domain/runs/states.ts'
import {
  type AttemptEnd,
  DECIDED_SQL,
  type DecidedRow,
  emitAttemptEnded,
  GIVE_SLOT_BACK_SQL,
  isMineSql,
  outcomeSql,
  outcomeValues,
  type OutcomeValues,
} from './outcome.ts'
import type { Queries } from '../database.ts'
import { splitSubjects } from '../history/blocks.ts'
import { insertSubjects, SUBJECT_SHAPE_SQL } from '../history/index.ts'
import { PLAIN_SQL } from '../runs/plain-sql.ts'
import { hidden, statement } from '../statement.ts'
import {
  closeHold,
  emitRunEnded,
  END_SQL,
  type EndRow,
  endsSql,
  endValues,
  type EndValues,
  IS_CLOSED_SQL,
  type RunEnd,
} from '../runs/settle.ts'

/**
 * `RECORD_OUTCOME` and `SETTLE_RUN` in one statement, for a plain run (`RunInput`): one round trip and one commit. It
 * locks the run, the attempt, the wallet, the budget and then the account. It changes nothing unless this executor has
 * the attempt and the run has not ended. A charge that does not fit the hold stores the outcome and ends nothing.
 */
export const RECORD_AND_SETTLE = statement<OutcomeValues & EndValues, EndRow & { decided: DecidedRow | null }>({
  name: 'record_and_settle',
  effect: true,
  text: `with found as materialized (
      select id, workspace_id, environment, held, budget_id, job_budget_id, subjects from run
      where id = :runId and finished_at is null and ${PLAIN_SQL('run')} for update
    ), done as (
      update attempt a set ${outcomeSql()}
      where ${isMineSql()} and exists (select from found)
      returning ${DECIDED_SQL.returned}, a.subjects
    ), locked as materialized (
      select * from found where exists (select from done)
        and :charge::bigint between 0 and held and (:attempt::integer is not null or :charge::bigint = 0)
    ), ${closeHold(':charge::bigint', '(select count(*) from done)')}, indexed as (
      ${insertSubjects(
        'locked',
        `
        select 'input' as place, found.* from jsonb_to_recordset(l.subjects) as ${SUBJECT_SHAPE_SQL}
        union all
        select 'result', found.* from done d cross join lateral jsonb_to_recordset(d.subjects) as ${SUBJECT_SHAPE_SQL}
        where ${hidden(':attempt::integer')} is not null`,
      )}
    ), released as (
      ${GIVE_SLOT_BACK_SQL}
        and (select count(*) from closed) >= 0
      returning p.id
    ), ended as (
      update run r set ${endsSql()},
        charged = case when :attempt::integer is null then null else :charge::bigint end,
        platform_funded = case when :attempt::integer is null then null else not :ownKey::boolean end
      from locked l
      where r.id = l.id and ${IS_CLOSED_SQL}
      returning ${END_SQL('r')}
    )
    select (select to_jsonb(d) from (select ${DECIDED_SQL.selected} from done) d) as decided, e.*
    from (select) one left join ended e on true`,
})

/** An attempt's outcome, and the end of its run. */
export interface RecordAndSettle {
  readonly attempt: AttemptEnd
  readonly values: OutcomeValues & EndValues
}

/** null: a long list of subjects is stored in blocks, by a transaction, so the outcome is stored alone. */
export const settlementOf = (attempt: AttemptEnd, run: RunEnd): RecordAndSettle | null =>
  attempt.subjects === null || splitSubjects(attempt.subjects).list === null
    ? { attempt, values: { ...outcomeValues(attempt, attempt.subjects), ...endValues(run) } }
    : null

export type RecordedOutcome =
  | { readonly kind: 'ended'; readonly status: RunStatus }
  /** The attempt is another executor's, the run has ended, or it is not plain: the outcome is stored alone. */
  | { readonly kind: 'unchanged' }
  /** The outcome is stored, and the run has not ended. */
  | { readonly kind: 'does not fit its hold' }

/** Stores the outcome of this executor's attempt and ends its run as decided. */
export async function recordAndSettle(db: Queries, item: RecordAndSettle): Promise<RecordedOutcome> {
  const [row] = await db.query(RECORD_AND_SETTLE, item.values)
  return recordedAs(db, item, row)
}

/** What the row of a settlement says; emits its metric events. */
export function recordedAs(
  db: Pick<Queries, 'emit'>,
  { attempt }: RecordAndSettle,
  row: (EndRow & { readonly decided: DecidedRow | null }) | undefined,
): RecordedOutcome {
  if (row === undefined || row.decided === null) return { kind: 'unchanged' }
  emitAttemptEnded(db, attempt, row.decided)
  if (row.status === null) return { kind: 'does not fit its hold' }
  emitRunEnded(db, row)
  return { kind: 'ended', status: row.status }
}
