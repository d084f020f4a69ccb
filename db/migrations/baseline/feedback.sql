create table known_issue (
  id text primary key,
  title text not null check (title <> ''),
  status text not null check (status in ('acknowledged', 'planned', 'in_progress', 'fixed', 'wont_fix')),
  workaround text,
  endpoint text check (endpoint <> ''),
  types text[] not null default '{}',
  words text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (endpoint is not null or cardinality(words) > 0)
);

-- Reports from agents (Spec 4.12). No row names a workspace: every client may report.
create table feedback_report (
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
);
create index feedback_report_by_time on feedback_report (received_at, id);
create index feedback_report_by_content on feedback_report (content_hash);
create index feedback_report_of_issue on feedback_report (known_issue_id) where known_issue_id is not null;
