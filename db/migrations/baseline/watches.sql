-- Saved queries that are refreshed on a schedule (Spec 4.13).
create table watch (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  -- Who made it, as runs have it; the watch is the workspace's and goes on without the key.
  api_key_id text references api_key (id),
  connected_app_id text,
  capability text,
  raw_request jsonb,
  input jsonb not null check (jsonb_typeof(input) in ('object', 'array')),
  routing jsonb not null,
  -- What the customer notes on it, and so on each of its runs.
  metadata jsonb,
  -- As requested, and in milliseconds.
  every text not null,
  every_ms bigint not null check (every_ms between 3600000 and 2592000000),
  -- What the request calls into.
  landing jsonb,
  webhook boolean not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_reason text check (paused_reason in 
    ('insufficient_balance', 'request_refused', 'budget_exceeded', 'payer_revoked')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((capability is null) <> (raw_request is null)),
  check ((status = 'paused') = (paused_reason is not null))
);
create index watch_of_workspace on watch (workspace_id, environment, id);
create index watch_active on watch (id) where status = 'active';

create table watch_refresh (
  id text primary key,
  watch_id text not null references watch (id) on delete cascade,
  -- null: requested by hand.
  scheduled_for timestamptz,
  -- The workflow that carries it out, and when it is looked for.
  workflow_id text not null,
  sweep_at timestamptz not null,
  run_id text not null references run (id),
  -- A refresh by a caller that may not change the watch leaves its status alone, and does not stand in the way of the
  -- watch's own refreshes.
  changes_watch boolean not null default true,
  state text not null default 'started' check (state in ('started', 'done')),
  status text check (status in ('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')),
  error jsonb,
  new_count integer not null default 0 check (new_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  unchanged_count integer not null default 0 check (unchanged_count >= 0),
  left_out integer not null default 0 check (left_out >= 0),
  -- The reported records, as they were found.
  answer json,
  table_result jsonb,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- The promise that a firing of the Schedule is one refresh, however often it is carried out.
  unique (watch_id, scheduled_for),
  unique (run_id),
  check ((state = 'done') = (status is not null)),
  check ((state = 'done') = (finished_at is not null)),
  check ((state = 'done') = (answer is not null))
);
-- One refresh of each kind at a time.
create unique index watch_refresh_under_way on watch_refresh (watch_id, changes_watch) where state = 'started';
create index watch_refresh_of_watch on watch_refresh (watch_id, id);
create index watch_refresh_to_sweep on watch_refresh (sweep_at) where state = 'started';

create table watch_record (
  watch_id text not null references watch (id) on delete cascade,
  key_hash bytea not null check (length(key_hash) = 32),
  content_hash bytea not null check (length(content_hash) = 32),
  -- As it was found last; null where it is too large to be kept.
  record json check (json_typeof(record) = 'object'),
  first_run_id text not null,
  last_run_id text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- A refresh could not store it in the watch's table: it waits for the next one.
  waits boolean not null default false,
  primary key (watch_id, key_hash),
  check (first_seen_at <= last_seen_at)
) with (fillfactor = 80);
create index watch_record_by_age on watch_record (watch_id, last_seen_at);
create index watch_record_waiting on watch_record (watch_id, first_seen_at, key_hash) where waits;

-- Which worker has compared the Schedules of a deployment with the rows, and when.
create table watch_reconciliation (
  deployment text primary key,
  claimed_at timestamptz not null,
  -- null: at work, or dead.
  finished_at timestamptz
);
