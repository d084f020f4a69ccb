import type { MetricEvent } from '../../domain/metrics/events.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { EndedStatus, RunStatus } from '../../domain/runs/states.ts'
import { closeBudgets } from '../budgets/sql.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { hidden, statement } from '../statement.ts'
import { copyBlocks } from '../history/blocks.ts'
import { indexSubjects } from '../history/index.ts'
import { RELEASE_CLAIMS_SQL, touchesSql } from '../outbound/touch-sql.ts'
import type { SavedResult } from '../tables/saved-answer.ts'
import { CLOSE_KEY_SQL, PLATFORM_ACCOUNT_SQL, REST_KEY_SQL, WALLET_ACCOUNT_SQL } from '../wallets/ledger.ts'
import { type LinkedRows, writeLinkedRows } from './linked.ts'

/**
 * The part that every end of a run shares. With the run locked as `locked`, the hold is closed once: by a charge, a
 * release, or a charge and the release of the rest, and the budget that the hold counted against follows. The
 * transfers' unique keys repeat this guarantee. Claims and rows are released before the wallet is locked: `before` is a
 * count of the rows written there. The new amounts are computed from the wallet as it was locked: an UPDATE first tries
 * the row of the statement's snapshot, which may be older than the hold, and would violate its check constraints before
 * it notices. Transfers get their numbers while the wallet is locked, so a wallet's transfers are numbered in the order
 * in which they took effect.
 */
export const closeHold = (charge: string, before: string): string => `wallet_now as materialized (
      select w.workspace_id, w.environment, w.available, w.held, w.spend_day, w.spent, l.held as to_close
      from wallet w join locked l on w.workspace_id = l.workspace_id and w.environment = l.environment and l.held > 0
      where ${before} >= 0
      for update of w
    ), closed as (
      update wallet w set held = n.held - n.to_close, available = n.available + n.to_close - ${charge},
        spent = case when n.spend_day = (clock_timestamp() at time zone 'utc')::date then n.spent else 0 end
          + ${charge},
        spend_day = (clock_timestamp() at time zone 'utc')::date
      from wallet_now n
      where w.workspace_id = n.workspace_id and w.environment = n.environment
      returning w.workspace_id
    ), ${closeBudgets({ released: 'l.held', charge })}, ${closeEntries(charge)}`

/** The transfers that close the holds of the runs `locked l` once their wallet is locked as `wallet_now`. */
const closeEntries = (charge: string): string => `charge_entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('l', 'held')}, ${PLATFORM_ACCOUNT_SQL('l', 'revenue')}, ${charge}, 'charge', l.id,
        ${CLOSE_KEY_SQL('l.id')}
      from wallet_now n cross join locked l where l.held > 0 and ${charge} > 0
      returning id
    ), release_entry as (
      insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
      select ${WALLET_ACCOUNT_SQL('l', 'held')}, ${WALLET_ACCOUNT_SQL('l', 'available')}, l.held - ${charge}, 'release',
        l.id,
        case when ${charge} > 0 then ${REST_KEY_SQL('l.id')} else ${CLOSE_KEY_SQL('l.id')} end
      from wallet_now n cross join locked l where l.held > ${charge}
      returning id
    )`

/** The facts of a run that has just ended, for the metrics; null where no run has ended. */
export const END_SQL = (
  alias: string,
): string => `${alias}.status, ${alias}.environment, ${alias}.capability is null as raw,
  ${alias}.error ->> 'code' as code,
      extract(epoch from ${alias}.finished_at - ${alias}.created_at)::double precision as seconds,
        coalesce(${alias}.charged, 0) as charged, ${alias}.provider`

/** A row of `END_SQL`, whose status is null where no run has ended. */
export type EndRow = Omit<Extract<MetricEvent, { kind: 'run_ended' }>, 'kind' | 'run' | 'status'> & {
  readonly raw: boolean
  readonly status: EndedStatus | null
}

export function emitRunEnded(
  queries: Pick<Queries, 'emit'>,
  { environment, raw, status, code, seconds, charged, provider }: EndRow,
): void {
  if (status !== null)
    queries.emit({
      kind: 'run_ended',
      environment,
      run: raw ? 'raw' : 'capability',
      status,
      code,
      seconds,
      charged,
      provider,
    })
}

/** The hold of the locked run `l` was closed, where it had one: a condition on `closeHold`. */
const IS_CLOSED_SQL = `(select count(*) from closed) = case when l.held > 0 then 1 else 0 end
        and (select count(*) from charge_entry) + (select count(*) from release_entry) >=
          case when l.held > 0 then 1 else 0 end`

export type EndValues = {
  readonly charge: string
  readonly status: EndedStatus
  readonly attempt: number | null
  readonly provider: string | null
  readonly outcomeReason: string | null
  readonly error: string | null
  readonly ownKey: boolean
}

/** Where the result of a run comes from: another run's attempt where it was saved or shared, else its own. */
const SOURCE = {
  attempt: 'coalesce(:sourceAttempt::integer, :attempt::integer)',
  runId: 'coalesce(:sourceRunId::text, l.id)',
}

export const SETTLE_RUN = statement<
  EndValues & {
    runId: string
    releasesKey: boolean
    rowsWritten: boolean
    tableResult: string | null
    source: string | null
    sourceRunId: string | null
    sourceAttempt: number | null
  },
  EndRow & { found: bigint; linked: boolean | null }
>({
  name: 'settle_run',
  effect: true,
  // An end that does not fit its hold changes nothing: only a run that passes `locked` is closed and ended.
  text: `with found as materialized (
      select id, workspace_id, environment, held, budget_id, job_budget_id, send, record,
        record is not null or landing is not null as linked
      from run where id = :runId and finished_at is null for update
    ), locked as materialized (
      select * from found
      where :charge::bigint between 0 and held and (:attempt::integer is not null or :charge::bigint = 0)
        and (not linked or :rowsWritten::boolean)
    ), ${RELEASE_CLAIMS_SQL}, ${touchesSql({ status: ':status', attempt: ':attempt::integer' })},
    ${closeHold(':charge::bigint', '(select count(*) from released_claim) + (select count(*) from touched_row)')},
      indexed as (
      ${indexSubjects('locked', SOURCE.attempt, SOURCE.runId)}
    ), listed as (
      ${copyBlocks('locked', ':sourceRunId::text')}
    ), ended as (
      update run r set status = :status, finished_at = clock_timestamp(), held = 0,
        delivered_attempt = :attempt::integer, provider = coalesce(:provider, r.provider), error = :error::jsonb,
        routing_reason = nullif(concat_ws(' ', r.routing_reason, :outcomeReason::text), ''),
        charged = case when :attempt::integer is null and ${hidden(':source::jsonb')} is null then null
          else :charge::bigint end,
        quoted = case when ${hidden(':source::jsonb')} is null then r.quoted else 0 end,
        table_result = :tableResult, source = :source::jsonb, source_run_id = :sourceRunId,
          source_attempt = :sourceAttempt::integer,
        platform_funded = case when :attempt::integer is null
          and ${hidden(':source::jsonb')} is null then null else not :ownKey::boolean end,
        idempotency_key = case when :releasesKey::boolean then null else r.idempotency_key end
      from locked l
      where r.id = l.id
        and ${IS_CLOSED_SQL}
      returning ${END_SQL('r')}
    )
    select (select count(*) from found) as found, (select linked from found) as linked, e.* from (select) one
      left join ended e on true`,
})

/** The end of a run that writes into a table: its rows, the ledger and the run change together. */
export const SETTLE_LINKED_RUN: Transaction = { name: 'settle_linked_run', effect: true }

const READ_STATUS = statement<{ runId: string }, { status: RunStatus }>({
  name: 'read_run_status',
  effect: false,
  text: `select status from run where id = :runId`,
})

export interface RunEnd {
  readonly runId: string
  readonly status: EndedStatus
  /** Microdollars; at most the held amount. */
  readonly charge: bigint
  readonly attempt: number | null
  readonly provider: string | null
  /** Appended to the reason that the reservation wrote; null appends nothing. */
  readonly outcomeReason: string | null
  readonly error: RunError | null
  /** The call used the workspace's own connection: the platform funded nothing. */
  readonly ownKey: boolean
  /** The run ended before any provider call for lack of money or offers: the next request with its key runs. */
  readonly releasesKey: boolean
  /** A saved row answers the run (Spec 4.6); left out otherwise. */
  readonly saved?: SavedResult
}

/**
 * Ends a run: ledger, wallet and run in one transaction (decisions, "A run", step 7). A run that has already ended
 * stays as it is. Returns the status that counts.
 */
export async function endRun(db: Database, end: RunEnd): Promise<RunStatus> {
  const status = await settle(db, end, null)
  return status !== 'has rows to write'
    ? status
    : db.transaction(SETTLE_LINKED_RUN, async (tx) => mustEnd(await settle(tx, end, await writeLinkedRows(tx, end))))
}

/** The same in the caller's transaction, which has locked the run. */
export async function endRunWithin(tx: Queries, end: RunEnd): Promise<RunStatus> {
  const status = await settle(tx, end, null)
  return status !== 'has rows to write' ? status : mustEnd(await settle(tx, end, await writeLinkedRows(tx, end)))
}

/** One statement cannot end a run that writes into a table: its rows are written first, in the same transaction. */
export type Settled = RunStatus | 'has rows to write'

export function mustEnd(settled: Settled): RunStatus {
  if (settled === 'has rows to write') throw new Error('a run that wrote into its table was not ended')
  return settled
}

export const endValues = (end: RunEnd): EndValues => ({
  charge: end.charge.toString(),
  status: end.status,
  attempt: end.attempt,
  provider: end.provider,
  outcomeReason: end.outcomeReason,
  error: end.error === null ? null : JSON.stringify(end.error),
  ownKey: end.ownKey,
})

async function settle(queries: Queries, end: RunEnd, linked: LinkedRows): Promise<Settled> {
  const { saved } = end
  const [row] = await queries.query(SETTLE_RUN, {
    ...endValues(end),
    runId: end.runId,
    releasesKey: end.releasesKey,
    rowsWritten: linked !== null,
    tableResult: linked?.result == null ? null : JSON.stringify(linked.result),
    source: saved === undefined ? null : JSON.stringify(saved.source),
    sourceRunId: saved?.source.run_id ?? null,
    sourceAttempt: saved?.attempt ?? null,
  })
  if (row !== undefined) emitRunEnded(queries, row)
  if (row?.status != null) return row.status
  if (row?.linked === true && linked === null) return 'has rows to write'
  if (row?.found === 1n) throw new Error('the run was not ended: its charge does not fit its hold or its attempt')
  return readRunStatus(queries, end.runId)
}

export async function readRunStatus(queries: Queries, runId: string): Promise<RunStatus> {
  const [stored] = await queries.query(READ_STATUS, { runId })
  if (stored === undefined) throw new Error('the run to end does not exist')
  return stored.status
}
