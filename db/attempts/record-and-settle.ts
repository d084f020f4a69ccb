import type { RunStatus } from '../../domain/runs/states.ts'
import {
  type AttemptEnd,
  DECIDED_SQL,
  type DecidedRow,
  emitAttemptEnded,
  GIVE_SLOT_BACK_SQL,
  IS_MINE_SQL,
  OUTCOME_SQL,
  outcomeValues,
  type OutcomeValues,
} from './outcome.ts'
import type { Database } from '../database.ts'
import { splitSubjects } from '../history/blocks.ts'
import { insertSubjects, SUBJECT_SHAPE_SQL } from '../history/index.ts'
import { PLAIN_SQL } from '../runs/plain-sql.ts'
import { hidden, statement } from '../statement.ts'
import {
  closeHold,
  emitRunEnded,
  END_SQL,
  type EndRow,
  ENDS_SQL,
  endValues,
  type EndValues,
  IS_CLOSED_SQL,
  type RunEnd,
} from '../runs/settle.ts'

/**
 * `RECORD_OUTCOME` and `SETTLE_RUN` in one statement, for a plain run (`RunInput`): one round trip and one commit. It
 * locks the run, the attempt, the wallet and then the account. It changes nothing unless this executor has the attempt
 * and the run has not ended. A charge that does not fit the hold stores the outcome and ends nothing.
 */
export const RECORD_AND_SETTLE = statement<OutcomeValues & EndValues, EndRow & { decided: DecidedRow | null }>({
  name: 'record_and_settle',
  effect: true,
  text: `with found as materialized (
      select id, workspace_id, environment, held, subjects from run
      where id = :runId and finished_at is null and ${PLAIN_SQL('run')} for update
    ), done as (
      update attempt set ${OUTCOME_SQL}
      where ${IS_MINE_SQL} and exists (select from found)
      returning ${DECIDED_SQL.returned}, subjects
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
      update run r set ${ENDS_SQL},
        charged = case when :attempt::integer is null then null else :charge::bigint end,
        platform_funded = case when :attempt::integer is null then null else not :ownKey::boolean end
      from locked l
      where r.id = l.id and ${IS_CLOSED_SQL}
      returning ${END_SQL('r')}
    )
    select (select to_jsonb(d) from (select ${DECIDED_SQL.selected} from done) d) as decided, e.*
    from (select) one left join ended e on true`,
})

/** Whether one statement can do it: a long list of subjects is stored in blocks, by a transaction. */
const isShort = ({ subjects }: AttemptEnd): boolean => subjects === null || splitSubjects(subjects).list === null

/**
 * Stores the outcome of this executor's attempt and ends its run as decided. null: nothing was changed, because the
 * attempt is another executor's, the run has ended, or it is not plain; then the outcome is stored alone.
 */
export async function recordAndSettle(db: Database, attempt: AttemptEnd, run: RunEnd): Promise<RunStatus | null> {
  if (!isShort(attempt)) return null
  const [row] = await db.query(RECORD_AND_SETTLE, {
    ...outcomeValues(attempt, attempt.subjects),
    ...endValues(run),
  })
  if (row === undefined || row.decided === null) return null
  emitAttemptEnded(db, attempt, row.decided)
  if (row.status === null) throw new Error('the run was not ended: its charge does not fit its hold or its attempt')
  emitRunEnded(db, row)
  return row.status
}
