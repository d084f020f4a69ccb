import { ENVIRONMENT, VALUE, WORKSPACE } from './literals.ts'

/** Suppressions, the recipients of each channel, and the links and messages of inboxes and accounts (Spec 2.8, 4.8). */
export const OUTREACH = [
  `create table suppression (
    workspace_id ${WORKSPACE},
    environment ${ENVIRONMENT},
    kind text not null check (kind in ('email', 'domain', 'linkedin', 'phone', 'handle')),
    value ${VALUE},
    -- As it was given.
    subject text not null,
    reason text not null check (reason in ('unsubscribe', 'bounce', 'complaint', 'not_interested', 'manual')),
    source text not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, environment, kind, value)
  )`,
  `create index suppression_newest on suppression (workspace_id, environment, created_at desc, kind, value)`,
  // Every send that went out or may have gone out, by its recipient.
  `create table touch (
    run_id text not null references run (id),
    kind text not null check (kind in ('email', 'linkedin', 'handle', 'phone')),
    value ${VALUE},
    workspace_id text not null,
    environment ${ENVIRONMENT},
    channel text not null check (channel in ('email', 'linkedin', 'instagram', 'whatsapp')),
    at timestamptz not null,
    primary key (run_id, kind, value)
  )`,
  `create index touch_of_subject on touch (workspace_id, environment, kind, value, channel, at desc)`,
  // A send under way: of two simultaneous first messages, one gets the claim.
  `create table touch_claim (
    workspace_id text not null,
    environment ${ENVIRONMENT},
    channel text not null check (channel in ('email', 'linkedin', 'instagram', 'whatsapp')),
    kind text not null check (kind in ('email', 'linkedin', 'handle', 'phone')),
    value ${VALUE},
    run_id text not null references run (id),
    primary key (workspace_id, environment, channel, kind, value)
  )`,
  `create index touch_claim_of_run on touch_claim (run_id)`,
  // The participants of a chat, learned from messages that named both.
  `create table chat_participant (
    workspace_id text not null,
    environment ${ENVIRONMENT},
    channel text not null check (channel in ('linkedin', 'instagram', 'whatsapp')),
    chat_id text not null check (chat_id <> '' and length(chat_id) <= 500),
    kind text not null check (kind in ('linkedin', 'handle', 'phone')),
    value ${VALUE},
    primary key (workspace_id, environment, channel, chat_id, kind, value)
  )`,
  // People who have connected with one of the workspace's accounts: the first message to them passes the repeat guard.
  `create table network_connection (
    workspace_id text not null,
    environment ${ENVIRONMENT},
    channel text not null check (channel in ('linkedin')),
    kind text not null check (kind in ('linkedin')),
    value text not null check (value <> '' and length(value) <= 500),
    -- The network's own id of the person, which all names of one person share.
    person text not null check (person <> ''),
    connected_at timestamptz not null,
    primary key (workspace_id, environment, channel, kind, value)
  )`,
  `create index network_connection_of_person on network_connection (workspace_id, environment, channel, person)`,
  `create table account_link (
    id text primary key,
    workspace_id ${WORKSPACE},
    environment ${ENVIRONMENT},
    network text not null check (network in ('linkedin', 'instagram', 'whatsapp', 'gmail')),
    provider text not null check (provider <> ''),
    -- The account that is connected again, or that came of it.
    account_id text references messaging_account (id),
    reconnects boolean not null,
    -- The connection in whose account it is made; null: the platform's.
    connection_id text references connection (id),
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz,
    check (not reconnects or account_id is not null),
    check (used_at is null or account_id is not null)
  )`,
  `create index account_link_of_workspace on account_link (workspace_id, expires_at) where used_at is null`,
  `create index account_link_of_account on account_link (account_id)`,
  // A provider's message, stored completely until it is processed. After that only its id remains, so that it is
  // processed once.
  `create table inbound_message (
    id text primary key,
    provider text not null check (provider <> ''),
    external_id text not null check (external_id <> '' and length(external_id) <= 1000),
    body text,
    -- The account whose status it reports, by the provider's name: such messages are processed in the order received.
    account text check (account <> ''),
    -- The connection whose account it came from; null: the platform's.
    connection_id text references connection (id),
    -- Messages with one key are processed one after the other.
    turn_key text not null,
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
  `create index inbound_message_of_account on inbound_message (provider, account, received_at, id)
    where processed_at is null and account is not null`,
  `create index inbound_message_overdue_turns on inbound_message (turn_key, sweep_at) where processed_at is null`,
  // The webhook that the service has registered in a workspace's own account at a provider, with the secret that signs
  // its reports.
  `create table connection_webhook (
    connection_id text primary key references connection (id),
    workspace_id ${WORKSPACE},
    -- The address that the provider reports to.
    url text not null check (url <> ''),
    ciphertext bytea not null check (octet_length(ciphertext) > 28),
    wrapped_key bytea not null check (octet_length(wrapped_key) = 60),
    key_version integer not null check (key_version > 0),
    -- Counts the secrets that it has had.
    generation integer not null default 1 check (generation > 0),
    created_at timestamptz not null default clock_timestamp()
  )`,
  // The inbox or connected account that received a message, so that a reply is sent from there, however late. Longer
  // ids are not searched for: an index page limits the length. A reply passes the repeat guard for the participants of
  // its thread.
  `create table received_message (
    message_id text not null check (message_id <> '' and length(message_id) <= 500),
    inbox_id text references inbox (id),
    account_id text references messaging_account (id),
    workspace_id text not null,
    environment ${ENVIRONMENT},
    received_at timestamptz not null default clock_timestamp(),
    thread_id text check (thread_id <> ''),
    participants text[] not null default '{}',
    constraint received_message_receiver check (num_nonnulls(inbox_id, account_id) = 1),
    constraint received_message_key unique nulls not distinct (message_id, inbox_id, account_id)
  )`,
  `create index received_message_of_thread
    on received_message (workspace_id, environment, thread_id, received_at desc) where thread_id is not null`,
]
