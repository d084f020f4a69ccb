-- The event stream, and the webhooks that push it (Spec 2.9, 4.11, 6).
-- Locked until the writer commits, so that the order of commits is the order of sequences.
create table event_counter (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  -- Never goes back, whatever the clock does: a stream that is read by time is read in its order.
  last_at timestamptz not null,
  -- The newest event that retention has taken.
  purged_sequence bigint not null default 0,
  purged_event_id text,
  primary key (workspace_id, environment),
  check (purged_sequence between 0 and last_sequence),
  check ((purged_sequence = 0) = (purged_event_id is null))
) with (fillfactor = 50);

create table event (
  id text primary key,
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  sequence bigint not null check (sequence > 0),
  type text not null check (type <> ''),
  created_at timestamptz not null,
  -- As it was written, member for member: every attempt to deliver it sends the same bytes.
  data json not null check (json_typeof(data) = 'object'),
  unique (workspace_id, environment, sequence)
);
create index event_by_time on event (workspace_id, environment, created_at, sequence);
create index event_by_type on event (workspace_id, environment, type, sequence);

create table webhook_endpoint (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  url text not null check (url <> '' and length(url) <= 2048),
  events text[] not null default '{}',
  description text,
  -- The endpoint of callbacks has the secret that signs them. Its deliveries have URLs of their runs.
  callbacks boolean not null default false,
  enabled boolean not null default true,
  disabled_reason text,
  generation int not null default 1 check (generation > 0),
  failing_since timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (not enabled or disabled_reason is null),
  check ((failing_since is null) = (last_failed_at is null)),
  check (failing_since <= last_failed_at)
) with (fillfactor = 80);
create index webhook_endpoint_of_workspace on webhook_endpoint (workspace_id, environment, id);
create index webhook_endpoint_failing on webhook_endpoint (failing_since) where enabled and failing_since is not null;
create unique index webhook_endpoint_of_callbacks on webhook_endpoint (workspace_id, environment) where callbacks;
create trigger webhook_endpoint_not_in_quarantine before insert on webhook_endpoint
  for each row execute function refuse_in_quarantine();

-- The current secret has no end; the one before it also signs until its end.
create table webhook_secret (
  id text primary key,
  webhook_id text not null references webhook_endpoint (id) on delete cascade,
  workspace_id text not null,
  ciphertext bytea not null,
  wrapped_key bytea not null,
  key_version integer not null check (key_version > 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz
);
create unique index webhook_secret_current on webhook_secret (webhook_id) where expires_at is null;
create index webhook_secret_of_webhook on webhook_secret (webhook_id, created_at);

create table webhook_delivery (
  id text primary key,
  webhook_id text not null references webhook_endpoint (id) on delete cascade,
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  event_id text not null,
  event_type text not null,
  -- The whole envelope of an event that does not stand on the stream: that of a test.
  test_event json,
  -- null: that of its endpoint.
  url text,
  generation integer not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Each {at, status_code, error, latency_ms, response}, oldest first.
  attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'),
  attempts_made integer not null default 0 check (attempts_made >= 0),
  -- The attempts after which it has failed.
  attempts_max integer not null check (attempts_max > 0),
  next_attempt_at timestamptz,
  -- When its workflow is looked for, should it be missing.
  sweep_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (attempts_made <= attempts_max),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (sweep_at is not null)),
  constraint webhook_delivery_url check (url <> '' and length(url) <= 2048)
) with (fillfactor = 70);
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id);
-- The deliveries that stop when their endpoint is disabled; the index leaves out all ended ones.
create index webhook_delivery_pending on webhook_delivery (webhook_id, id) where status = 'pending';
create index webhook_delivery_overdue on webhook_delivery (sweep_at) where status = 'pending';
create index webhook_delivery_overdue_turns on webhook_delivery (environment, workspace_id, sweep_at)
  where status = 'pending';
