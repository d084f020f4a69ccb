import { createHash } from 'node:crypto'
import { FEEDBACK_RETENTION_DAYS, type FeedbackReport } from '../../../domain/feedback/report.ts'
import type { Environment, RunStatus } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** More than a client address may send in a minute, so old reports are deleted faster than new ones arrive. */
const PURGED_AT_ONCE = 100

/** Each new report deletes some that are past their retention: the table needs no separate purge. */
export const STORE_FEEDBACK = statement<{
  id: string
  receivedAt: Date
  type: string
  endpoint: string | null
  outcome: string | null
  requestId: string | null
  sessionId: string | null
  knownIssueId: string | null
  contentHash: Buffer
  report: string
}>({
  name: 'store_feedback',
  effect: true,
  text: `with old as materialized (
      select id from feedback_report
        where received_at < :receivedAt::timestamptz - interval '${FEEDBACK_RETENTION_DAYS} days'
      order by received_at, id limit ${PURGED_AT_ONCE} for update skip locked
    ), gone as (
      delete from feedback_report where id in (select id from old)
    )
    insert into feedback_report (id, received_at, type, endpoint, outcome, request_id, session_id, known_issue_id,
      content_hash, report)
    values (:id, :receivedAt, :type, :endpoint, :outcome, :requestId, :sessionId,
      (select i.id from known_issue i where i.id = :knownIssueId), :contentHash, :report)`,
})

export interface NewFeedback {
  readonly id: string
  readonly receivedAt: Date
  /** Redacted. */
  readonly report: FeedbackReport
  readonly knownIssueId: string | null
}

/** Stores a report completely or not at all. Repetitions are stored too; their hash identifies them. */
export async function storeFeedback(
  db: Database,
  { id, receivedAt, report, knownIssueId }: NewFeedback,
): Promise<void> {
  const { type, endpoint = null, outcome = null, request_id = null, session_id = null } = report
  await db.query(STORE_FEEDBACK, {
    id,
    receivedAt,
    type,
    endpoint,
    outcome,
    requestId: request_id,
    sessionId: session_id,
    knownIssueId,
    contentHash: contentHash(report),
    report: JSON.stringify(report),
  })
}

/** The same content has the same hash, for every sender, order of members and request. */
const contentHash = ({ type, goal, message, endpoint, method }: FeedbackReport): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([type, goal, message, endpoint ?? null, method ?? null]))
    .digest()

export const LIST_FEEDBACK = statement<{ since: Date; type: string | null; limit: number }, ListedFeedback>({
  name: 'list_feedback',
  effect: false,
  text: `select f.id, f.received_at as "receivedAt", f.report, i.title as "knownIssue",
      (select count(*)::integer from feedback_report o where o.content_hash = f.content_hash) as "sameContent",
      (select count(distinct o.session_id)::integer from feedback_report o
        where o.content_hash = f.content_hash) as "sessions",
      case when r.id is not null then jsonb_build_object('run_id', r.id, 'workspace_id', r.workspace_id,
        'environment', r.environment, 'status', r.status, 'charged', r.charged::text, 'credited', r.credited::text)
        end as "run"
    from feedback_report f left join known_issue i on i.id = f.known_issue_id left join run r on r.id = f.request_id
    where f.received_at >= :since and (:type::text is null or f.type = :type)
    order by f.received_at desc, f.id desc limit :limit`,
})

export interface ListedFeedback {
  readonly id: string
  readonly receivedAt: Date
  readonly report: FeedbackReport
  /** The title of the known issue. */
  readonly knownIssue: string | null
  /** How many reports have the same content, including this one. */
  readonly sameContent: number
  /** In how many sessions, as far as reports named them. */
  readonly sessions: number
  /** The run that `request_id` of the report names. Reports come without a key: the sender may be of no workspace. */
  readonly run: ReportedRun | null
}

/** Amounts in microdollars; null: nothing. */
export interface ReportedRun {
  readonly run_id: string
  readonly workspace_id: string
  readonly environment: Environment
  readonly status: RunStatus
  readonly charged: string | null
  readonly credited: string | null
}

/** Reports since a time, newest first. */
export const listFeedback = (
  db: Database,
  { since, type, limit }: { readonly since: Date; readonly type: string | null; readonly limit: number },
): Promise<ListedFeedback[]> => db.query(LIST_FEEDBACK, { since, type, limit })
