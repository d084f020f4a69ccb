-- The accounts at providers, and how their offers have served; the limits of requests.

-- A workspace's own key at a provider. A revoked one keeps its row, without the key.
create table connection (
  id text primary key,
  workspace_id text not null references workspace (id),
  provider text not null,
  account text check (account <> ''),
  status text not null check (status in ('active', 'revoked')),
  ciphertext bytea check (octet_length(ciphertext) > 28),
  wrapped_key bytea check (octet_length(wrapped_key) = 60),
  key_version int check (key_version > 0),
  generation int not null default 1 check (generation > 0),
  last_verified_at timestamptz,
  -- Since when the provider rejects the key, and what it answered. The status stays `active`.
  rejected_at timestamptz,
  rejected_reason text,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  unique (workspace_id, provider),
  check ((status = 'revoked') = (revoked_at is not null)),
  check (num_nonnulls(ciphertext, wrapped_key, key_version) = case status when 'active' then 3 else 0 end),
  constraint connection_rejected_check check ((rejected_at is null) = (rejected_reason is null))
);
create trigger connection_not_in_quarantine before insert on connection
  for each row execute function refuse_in_quarantine();

-- The webhook that the service has registered in a workspace's own account at a provider, with the secret that signs
-- its reports.
create table connection_webhook (
  connection_id text primary key references connection (id),
  workspace_id text not null references workspace (id),
  -- The address that the provider reports to.
  url text not null check (url <> ''),
  ciphertext bytea not null check (octet_length(ciphertext) > 28),
  wrapped_key bytea not null check (octet_length(wrapped_key) = 60),
  key_version integer not null check (key_version > 0),
  -- Counts the secrets that it has had.
  generation integer not null default 1 check (generation > 0),
  created_at timestamptz not null default clock_timestamp()
);

-- The platform's accounts at providers, how their offers have served, and the limits of requests.
-- A platform account at a provider: whether the workers hold its credential, its token bucket, and its expiring
-- leases (key: attempt, value: epoch ms).
create table provider_account (
  id text primary key,
  provider text not null,
  usable boolean not null,
  tokens double precision not null default 0,
  refilled_at timestamptz not null default '1970-01-01',
  leases jsonb not null default '{}',
  exhausted_until timestamptz
) with (fillfactor = 50);

create table actor_schema (
  provider text not null,
  actor_id text not null check (length(actor_id) >= 1 and length(actor_id) <= 201),
  fetched_at timestamptz not null,
  properties jsonb not null check (jsonb_typeof(properties) = 'object'),
  required jsonb not null check (jsonb_typeof(required) = 'array'),
  omitted int not null check (omitted >= 0),
  price jsonb check (jsonb_typeof(price) = 'object'),
  primary key (provider, actor_id)
);

-- latency: answers per bucket of LATENCY_BOUNDS_MS. The hour comes first: queries read one range, and the oldest
-- hours are deleted.
create table offer_health_hour (
  hour timestamptz not null check (extract(minute from hour) = 0 and extract(second from hour) = 0),
  provider text not null,
  target text not null,
  found integer not null check (found >= 0),
  missed integer not null check (missed >= 0),
  failures integer not null check (failures >= 0),
  latency integer[] not null check (cardinality(latency) = 58),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (hour, provider, target),
  check (found + missed + failures > 0),
  check ((last_success_at is not null) = (found + missed > 0)),
  check ((last_failure_at is not null) = (failures > 0))
) with (fillfactor = 70);

-- One row: every attempt that ended until `counted_until` is counted. The fence is the first transaction that had not
-- begun when the workers last looked, and the time up to which the attempts will be complete
-- (db/catalog/health/fold.ts).
create table offer_health_progress (
  id boolean primary key default true check (id),
  counted_until timestamptz not null default '1970-01-01',
  fence_at timestamptz not null default '1970-01-01',
  fence_transaction bigint not null default 0
) with (fillfactor = 50);
insert into offer_health_progress default values;

create table reported_health (
  provider text not null,
  target text not null,
  read_at timestamptz not null,
  calls int not null check (calls >= 0),
  successes int not null,
  primary key (provider, target),
  check (successes >= 0 and successes <= calls)
);

-- How often offers find something, by the shape of the input and by who had missed before.
create table offer_hits_day (
  day date not null,
  provider text not null,
  capability text not null,
  -- The identifying fields that the input held, as "domain+full_name".
  fields text not null,
  -- Two letters; empty: not known, and in rows after a miss.
  country text not null,
  -- The provider that had missed before in the same run; empty: none had.
  after text not null,
  found integer not null check (found >= 0),
  missed integer not null check (missed >= 0),
  -- Of `found`. No check compares the two: a bounce may be counted before its answer is.
  bounced integer not null default 0 check (bounced >= 0),
  primary key (day, provider, capability, fields, country, after),
  check (after = '' or country = '')
) with (fillfactor = 70);

-- The newest answers alone: each new one takes a part of the weight of those before it.
create table offer_hits_recent (
  provider text not null,
  capability text not null,
  found double precision not null check (found >= 0),
  answered double precision not null check (answered > 0),
  primary key (provider, capability)
) with (fillfactor = 50);

create unlogged table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
