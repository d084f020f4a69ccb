-- Runs, their attempts at providers, and the answers that are kept under an idempotency key.
create table run (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  api_key_id text references api_key (id),
  -- The app that requested it, and the job that started it.
  connected_app_id text,
  job_id text,
  request_id text not null,
  kind text not null check (kind in ('capability', 'endpoint')),
  capability text,
  endpoint text,
  raw_request jsonb,
  status text not null default 'created' check (status in
    ('created', 'awaiting_approval', 'reserved', 'queued', 'running', 'succeeded', 'no_match', 'failed', 'timed_out',
      'blocked', 'cancelled')),
  input jsonb not null,
  -- The subjects that its input names.
  subjects jsonb not null,
  -- Sends: the channel, the recipients, and whether it is a reply.
  send jsonb,
  -- The key under which a saved answer to the same question is found; null where none is looked up.
  enrichment jsonb,
  record jsonb,
  landing jsonb,
  routing jsonb not null,
  include_raw boolean not null default false,
  -- What the customer notes on it.
  metadata jsonb,
  -- Where its end is reported.
  callback_url text,
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  request_hash bytea not null,
  plan jsonb,
  provider text,
  routing_reason text,
  quoted bigint check (quoted >= 0),
  held bigint not null default 0 check (held >= 0),
  -- The budgets that its hold counts against.
  budget_ids bigint[],
  charged bigint check (charged >= 0),
  -- What became of mail to the address that it has sold, and what was credited for a bounce.
  address_outcome text,
  credited bigint,
  platform_funded boolean,
  last_attempt integer not null default 0,
  delivered_attempt integer,
  error jsonb,
  -- The rows that it wrote into a table.
  table_result jsonb,
  -- The saved row that answered it, and the run whose result that is.
  source jsonb,
  source_run_id text references run (id),
  source_attempt integer,
  final_bill_due_at timestamptz,
  final_bill_until timestamptz,
  final_bill_readings integer not null default 0,
  -- The readings with a cost that is no amount: the bill is then left alone for a day.
  final_bill_unreadable integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  -- When its payloads were deleted.
  purged_at timestamptz,
  sweep_at timestamptz not null default clock_timestamp() + interval '30 seconds',
  check ((kind = 'capability') = (capability is not null)),
  check ((kind = 'endpoint') = (endpoint is not null)),
  check ((finished_at is not null) =
    (status in ('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled'))),
  check (status <> 'created' or held = 0),
  check (charged <= quoted),
  check (status in ('succeeded', 'no_match') or charged is null),
  check (status not in ('failed', 'timed_out', 'blocked', 'cancelled') or error is not null),
  constraint run_approval_hold check (status <> 'awaiting_approval' or held = 0),
  constraint run_raw_request check ((kind = 'endpoint') = (raw_request is not null)),
  constraint run_ended_hold check
    (status not in ('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')
    or held = 0 or final_bill_due_at is not null),
  constraint run_final_bill check
    (final_bill_due_at is null or (status = 'succeeded' and final_bill_until is not null)),
  constraint run_source check ((source is null) = (source_run_id is null)
    and (source is null) = (source_attempt is null)),
  constraint run_source_is_free check
    (source is null or (status = 'succeeded' and charged = 0 and delivered_attempt is null)),
  constraint run_address_outcome check (address_outcome in ('delivered', 'bounced')),
  constraint run_credited check
    (credited is null or (credited > 0 and credited <= charged and address_outcome = 'bounced')),
  constraint run_metadata_object check (metadata is null or jsonb_typeof(metadata) = 'object'),
  constraint run_callback_url check (callback_url <> '' and length(callback_url) <= 2048)
) with (fillfactor = 70);
create unique index run_idempotency on run (workspace_id, environment, idempotency_key)
  where idempotency_key is not null;
create index run_listing on run (workspace_id, environment, id desc);
create index run_by_capability on run (workspace_id, environment, capability, id desc);
create index run_by_provider on run (workspace_id, environment, provider, id desc);
create index run_by_status on run (workspace_id, environment, status, id desc);
create index run_by_endpoint on run (workspace_id, environment, endpoint, id desc) where endpoint is not null;
create index run_by_key on run (api_key_id, id desc) include (charged);
create index run_without_key on run (workspace_id, environment, id desc) include (charged) where api_key_id is null;
create index run_overdue on run (sweep_at) where finished_at is null or final_bill_due_at is not null;
create index run_overdue_turns on run (environment, workspace_id, sweep_at) where finished_at is null
  or final_bill_due_at is not null;

create table attempt (
  run_id text not null references run (id),
  number integer not null check (number between 1 and 3),
  provider text not null,
  capability text,
  endpoint text,
  environment text not null check (environment in ('test', 'live')),
  token uuid not null,
  calls integer not null default 1,
  lease_until timestamptz not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  duration_ms integer,
  outcome text check (outcome in
    ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'rejected', 'skipped', 'unknown',
      'cancelled')),
  detail text,
  output jsonb,
  raw jsonb,
  -- json and not jsonb: a raw payload keeps the order of its members.
  payload json,
  cost bigint check (cost >= 0),
  rate_card bigint check (rate_card >= 0),
  -- An actor's own run at its platform.
  external_id text,
  -- The connection whose key served it; null: the platform's account.
  connection_id text references connection (id),
  -- The subjects that its result names.
  subjects jsonb,
  units integer,
  primary key (run_id, number),
  check ((finished_at is null) = (outcome is null)),
  check (output is null or outcome = 'succeeded'),
  constraint attempt_payload check (payload is null or (outcome = 'succeeded' and endpoint is not null)),
  constraint attempt_target check ((capability is null) <> (endpoint is null))
);
-- Only attempts that count for health are indexed: a simulated call costs no entry. The condition repeats that of
-- db/catalog/health/counted.ts; a query with further conditions may still use the index. In the order in which they are
-- counted:
create index attempt_counted on attempt (finished_at) where environment = 'live'
  and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown');
-- The newest calls of each offer.
create index attempt_of_target on attempt (provider, coalesce(capability, endpoint), finished_at desc)
  where environment = 'live' and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown');
-- Finds the inbox that a message was sent from, so that a reply is sent from the same inbox. A hash index, because
-- providers do not limit the length of a message's id and a B-tree does.
create index attempt_message on attempt using hash ((output ->> 'message_id'))
  where capability = 'email.send' and outcome = 'succeeded';
-- Sends whose outcome is unknown: a later report of the provider may settle it.
create index attempt_unknown_send on attempt (started_at) where outcome = 'unknown' and capability = 'email.send';

-- The primary key repeats the promise: a run's final bill is booked once.
create table usage_charge (
  run_id text not null references run (id),
  reason text not null check (reason in ('provider_final_bill')),
  amount bigint not null check (amount <> 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (run_id, reason)
);

-- The runs of a pair in the order of their ids: an index of `run` over jsonb has
-- no order.
create table run_metadata (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  key text not null check (length(key) between 1 and 40),
  value text not null check (length(value) between 1 and 500),
  run_id text not null references run (id),
  primary key (workspace_id, environment, key, value, run_id)
);

-- Runs that wait until a person approves them, and who may approve.
create table approval (
  id text primary key,
  run_id text not null unique references run (id),
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  reason text not null check (reason in ('requested', 'cost', 'send', 'new_people', 'raw_write', 'price_rose')),
  -- What the run would hold, in microdollars.
  estimate bigint not null check (estimate >= 0),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'rejected', 'expired')),
  decided_at timestamptz,
  -- A person or a key; null for a decision of the clock.
  decided_by text,
  note text,
  check ((decision is null) = (decided_at is null)),
  check (decision in ('approved', 'rejected') or (decided_by is null and note is null))
);
create index approval_undecided on approval (workspace_id, environment, id desc)
  where decision is null;

-- Runs that have ended and whose `run.finished` is not written yet. Rows live a second, so they need no foreign key.
create table unreported_run (
  run_id text primary key,
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live'))
) with (fillfactor = 50);
create index unreported_run_of_stream on unreported_run (workspace_id, environment, run_id);
-- By the database, so that no end is forgotten: not one of a statement to come, and not one of a worker of another
-- version. Where no endpoint names the type, it is one look at an index.
create function note_finished_run() returns trigger language plpgsql as $$
begin
  if new.callback_url is not null or exists (select from webhook_endpoint w
      where w.workspace_id = new.workspace_id and w.environment = new.environment and w.enabled
        and 'run.finished' = any (w.events)) then
    insert into unreported_run (run_id, workspace_id, environment)
      values (new.id, new.workspace_id, new.environment);
  end if;
  return null;
end $$;
create trigger run_finished after update of finished_at on run for each row
  when (old.finished_at is null and new.finished_at is not null) execute function note_finished_run();

-- The payloads of a workspace's runs are deleted up to this run.
create table payload_purge (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  through text not null,
  primary key (workspace_id, environment)
);

create table idempotent_answer (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  key text not null check (length(key) between 1 and 255),
  token uuid not null,
  request_mac bytea not null check (octet_length(request_mac) = 32),
  mac_version integer not null check (mac_version > 0),
  lease_until timestamptz not null,
  -- A replay repeats the stored answer, with its members in the same order.
  answer json,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment, key)
);
create index idempotent_answer_age on idempotent_answer (created_at);

-- Reports that wait to be applied to the runs that have sold their addresses. They name no person, and live a day
-- at most, so they need no foreign key.
create table address_report (
  -- The event of the report, which has the addresses.
  event_id text not null,
  run_id text not null,
  outcome text not null check (outcome in ('delivered', 'bounced')),
  created_at timestamptz not null default clock_timestamp(),
  look_at timestamptz not null default clock_timestamp(),
  primary key (event_id, run_id)
);
create index address_report_due on address_report (look_at);

-- By the day of the answer, of live runs. Own keys are included: the data is the provider's all the same.
create table sold_address_day (
  day date not null,
  provider text not null,
  capability text not null,
  delivered integer not null check (delivered >= 0),
  bounced integer not null check (bounced >= 0),
  primary key (day, provider, capability)
) with (fillfactor = 70);

create table bounce_credit (
  run_id text primary key,
  workspace_id text not null references workspace (id),
  -- The event of the report.
  event_id text not null,
  -- The registered domain of the address, and nothing else of it; null: a public mail service.
  domain text,
  amount bigint not null check (amount > 0),
  -- Why an operator decides; null: it was given at once.
  held text check (held in ('domain', 'share')),
  created_at timestamptz not null default clock_timestamp(),
  -- When an operator has decided.
  decided_at timestamptz
);
create index bounce_credit_of_workspace on bounce_credit (workspace_id, created_at);
create index bounce_credit_held on bounce_credit (created_at) where held is not null and decided_at is null;
