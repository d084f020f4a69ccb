import { Migration } from '@mikro-orm/migrations'

/** The event stream, the webhooks that push it, and inbound messages of providers (Spec 2.9, 3.2, 4.11, 6). */
export class Events extends Migration {
  override up(): void {
    for (const statement of [...STREAM, ...WEBHOOKS, ...INBOUND]) this.addSql(statement)
  }
}

const environment = "text not null check (environment in ('test', 'live'))"
const workspace = 'text not null references workspace (id)'

const STREAM = [
  // Locked until the writer commits, so that the order of commits is the order of sequences.
  `create table event_counter (
    workspace_id ${workspace},
    environment ${environment},
    last_sequence bigint not null default 0 check (last_sequence >= 0),
    -- Never goes back, whatever the clock does: a stream that is read by time is read in its order.
    last_at timestamptz not null,
    -- The newest event that retention has taken.
    purged_sequence bigint not null default 0,
    purged_event_id text,
    primary key (workspace_id, environment),
    check (purged_sequence between 0 and last_sequence),
    check ((purged_sequence = 0) = (purged_event_id is null))
  ) with (fillfactor = 50)`,
  `create table event (
    id text primary key,
    workspace_id text not null,
    environment ${environment},
    sequence bigint not null check (sequence > 0),
    type text not null check (type <> ''),
    created_at timestamptz not null,
    -- As it was written, member for member: every attempt to deliver it sends the same bytes.
    data json not null check (json_typeof(data) = 'object'),
    unique (workspace_id, environment, sequence)
  )`,
  `create index event_by_time on event (workspace_id, environment, created_at, sequence)`,
  `create index event_by_type on event (workspace_id, environment, type, sequence)`,
]

const WEBHOOKS = [
  `create table webhook_endpoint (
    id text primary key,
    workspace_id ${workspace},
    environment ${environment},
    url text not null check (url <> '' and length(url) <= 2048),
    -- Empty: every type.
    events text[] not null default '{}',
    description text,
    enabled boolean not null default true,
    disabled_reason text,
    -- Counts how often it was enabled: deliveries of an earlier time stop.
    generation integer not null default 1 check (generation > 0),
    -- The failure clock: the first failed attempt since the last success, and the last one.
    failing_since timestamptz,
    last_failed_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    check (not enabled or disabled_reason is null),
    check ((failing_since is null) = (last_failed_at is null)),
    check (failing_since <= last_failed_at)
  ) with (fillfactor = 80)`,
  `create index webhook_endpoint_of_workspace on webhook_endpoint (workspace_id, environment, id)`,
  `create index webhook_endpoint_failing on webhook_endpoint (failing_since) where enabled and failing_since is not null`,
  // The current secret has no end; the one before it also signs until its end.
  `create table webhook_secret (
    id text primary key,
    webhook_id text not null references webhook_endpoint (id) on delete cascade,
    workspace_id text not null,
    ciphertext bytea not null,
    wrapped_key bytea not null,
    key_version integer not null check (key_version > 0),
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz
  )`,
  `create unique index webhook_secret_current on webhook_secret (webhook_id) where expires_at is null`,
  `create index webhook_secret_of_webhook on webhook_secret (webhook_id, created_at)`,
  `create table webhook_delivery (
    id text primary key,
    webhook_id text not null references webhook_endpoint (id) on delete cascade,
    workspace_id text not null,
    environment ${environment},
    event_id text not null,
    event_type text not null,
    -- The whole envelope of an event that does not stand on the stream: that of a test.
    test_event json,
    generation integer not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    -- Each {at, status_code, error, latency_ms, response}, oldest first.
    attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'),
    attempts_made integer not null default 0 check (attempts_made >= 0),
    -- After so many it has failed.
    attempts_max integer not null check (attempts_max > 0),
    next_attempt_at timestamptz,
    -- When its workflow is looked for, should it be missing.
    sweep_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    check (attempts_made <= attempts_max),
    check ((status = 'pending') = (next_attempt_at is not null)),
    check ((status = 'pending') = (sweep_at is not null))
  ) with (fillfactor = 70)`,
  `create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id)`,
  // The deliveries that stop when their endpoint is disabled; the index leaves out all ended ones.
  `create index webhook_delivery_pending on webhook_delivery (webhook_id, id) where status = 'pending'`,
  `create index webhook_delivery_overdue on webhook_delivery (sweep_at) where status = 'pending'`,
]

const INBOUND = [
  // A provider's message, stored completely until it is processed. After that only its id remains, so that it is
  // processed once.
  `create table inbound_message (
    id text primary key,
    provider text not null check (provider <> ''),
    external_id text not null check (external_id <> '' and length(external_id) <= 1000),
    body text,
    -- Whose status it tells, as the provider names the account: such messages are taken in the order received.
    account text check (account <> ''),
    outcome text check (outcome in ('written', 'nothing', 'unknown_owner')),
    received_at timestamptz not null default clock_timestamp(),
    processed_at timestamptz,
    sweep_at timestamptz,
    unique (provider, external_id),
    check ((processed_at is null) = (body is not null)),
    check ((processed_at is null) = (outcome is null)),
    check ((processed_at is null) = (sweep_at is not null))
  )`,
  `create index inbound_message_overdue on inbound_message (sweep_at) where processed_at is null`,
  `create index inbound_message_of_account on inbound_message (provider, account, received_at, id) where processed_at is null and account is not null`,
  // The inbox that received a message, so that a reply is sent from that inbox, however late. Longer ids are not
  // searched for: an index page limits the length.
  `create table received_message (
    message_id text not null check (message_id <> '' and length(message_id) <= 500),
    inbox_id text not null references inbox (id),
    workspace_id text not null,
    environment ${environment},
    received_at timestamptz not null default clock_timestamp(),
    primary key (message_id, inbox_id)
  )`,
  // Sends whose outcome is unknown: a later report of the provider may settle it.
  `create index attempt_unknown_send on attempt (started_at) where outcome = 'unknown' and capability = 'email.send'`,
  // People who have connected with one of the workspace's accounts: the first message to them passes the repeat guard.
  `create table network_connection (
    workspace_id text not null,
    environment ${environment},
    channel text not null check (channel in ('linkedin')),
    kind text not null check (kind in ('linkedin')),
    value text not null check (value <> '' and length(value) <= 500),
    -- The network's own id of the person, by which the names of one person are told together.
    person text not null check (person <> ''),
    connected_at timestamptz not null,
    primary key (workspace_id, environment, channel, kind, value)
  )`,
  `create index network_connection_of_person on network_connection (workspace_id, environment, channel, person)`,
]
