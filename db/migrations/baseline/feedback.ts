/** Reports from agents (Spec 4.12). No row names a workspace: every client may report. */
export const FEEDBACK = [
  `create table feedback_report (
    id text primary key,
    received_at timestamptz not null,
    type text not null check (type in
      ('missing_capability', 'bug', 'unclear_documentation', 'unexpected_response', 'unhelpful_error', 'performance',
        'other')),
    endpoint text,
    outcome text check (outcome in ('blocked', 'degraded', 'completed')),
    request_id text,
    session_id text,
    known_issue_id text references known_issue (id) on delete set null,
    -- Of what it reports, so that repeats can be counted.
    content_hash bytea not null check (length(content_hash) = 32),
    -- Secrets are removed before it is stored.
    report json not null check (json_typeof(report) = 'object')
  )`,
  `create index feedback_report_by_time on feedback_report (received_at, id)`,
  `create index feedback_report_by_content on feedback_report (content_hash)`,
  `create index feedback_report_of_issue on feedback_report (known_issue_id) where known_issue_id is not null`,
]
