create table email_domain (
  id text not null unique,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  domain text not null check (domain = lower(domain) and domain <> ''),
  status text not null check (status in ('pending', 'active', 'failed')),
  provider text not null check (provider <> ''),
  external_id text check (external_id <> ''),
  -- The connection in whose account it is; null: the platform's.
  connection_id text references connection (id),
  records jsonb not null default '[]' check (jsonb_typeof(records) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment, domain)
);
create unique index email_domain_live_key on email_domain (domain) where environment = 'live';
create trigger email_domain_not_in_quarantine before insert on email_domain
  for each row execute function refuse_in_quarantine();

create table inbox (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  provider text not null check (provider <> ''),
  external_id text not null check (external_id <> ''),
  -- The connection in whose account it is; null: the platform's.
  connection_id text references connection (id),
  address text not null check (address = lower(address)),
  domain text not null,
  display_name text check (display_name <> ''),
  status text not null check (status in ('pending', 'active', 'disabled', 'removed')),
  created_at timestamptz not null default clock_timestamp(),
  unique (provider, external_id),
  check (domain <> '' and right(address, length(domain) + 1) = '@' || domain)
);
create index inbox_of_workspace on inbox (workspace_id, environment, id);
create index inbox_of_domain on inbox (domain);
create trigger inbox_not_in_quarantine before insert on inbox
  for each row execute function refuse_in_quarantine();

create table messaging_account (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  network text not null check (network in ('linkedin', 'instagram', 'whatsapp', 'gmail')),
  provider text not null check (provider <> ''),
  external_id text not null check (external_id <> ''),
  -- The connection in whose account it is; null: the platform's.
  connection_id text references connection (id),
  name text not null,
  status text not null check (status in ('connecting', 'connected', 'disconnected', 'removed')),
  connected_at timestamptz,
  unique (provider, external_id),
  check (status <> 'connected' or connected_at is not null)
);
create index messaging_account_of_workspace on messaging_account (workspace_id, environment, network, id);

create table account_link (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
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
);
create index account_link_of_workspace on account_link (workspace_id, expires_at) where used_at is null;
create index account_link_of_account on account_link (account_id);
create trigger account_link_not_in_quarantine before insert on account_link
  for each row execute function refuse_in_quarantine();

-- Suppressions, the recipients of each channel, and the links and messages of inboxes and accounts (Spec 2.8, 4.8).
create table suppression (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'phone', 'handle')),
  value text not null check (value <> '' and length(value) <= 500),
  -- As it was given.
  subject text not null,
  reason text not null check (reason in ('unsubscribe', 'bounce', 'complaint', 'not_interested', 'manual')),
  source text not null,
  -- The suppression that it is derived from, because the row that tied the two identities together has gone. It is
  -- lifted with its original.
  of_kind text,
  of_value text,
  -- 'first': to be read again, because the reader of identities has changed (usecases/outreach/reread-suppressions.ts).
  -- 'old': a value of an earlier reader, which blocks on and is not listed. 'kept': its text is no identity today, so
  -- it blocks as before.
  reading text not null default 'first' check (reading in ('first', 'current', 'old', 'kept')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment, kind, value),
  check ((of_kind is null) = (of_value is null)),
  foreign key (workspace_id, environment, of_kind, of_value)
    references suppression (workspace_id, environment, kind, value) on delete cascade
);
create index suppression_newest on suppression (workspace_id, environment, created_at desc, kind, value);
create index suppression_to_read on suppression (workspace_id, environment, kind, value) where reading = 'first';
create index suppression_by_text on suppression (workspace_id, environment, md5(subject))
  where reading in ('old', 'kept');
create index suppression_derived on suppression (workspace_id, environment, of_kind, of_value)
  where of_kind is not null;
-- The mailbox of an address, as `domain/accounts/mailbox.ts` reads it, so that suppressions are found by it.
create function mailbox_of(address text) returns text
language sql immutable parallel safe return case
  when address !~ '^[^@]+@[^@]+$' then address
  when split_part(address, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(address, '@', 1), '([^+])[+].*$', '\1'), '.', '') || '@gmail.com'
  else regexp_replace(split_part(address, '@', 1), '([^+])[+].*$', '\1') || '@' || split_part(address, '@', 2)
end;
create index suppression_of_mailbox on suppression (workspace_id, environment, mailbox_of(value))
  where kind = 'email';

-- Every send that went out or may have gone out, by its recipient.
create table touch (
  run_id text not null references run (id),
  kind text not null check (kind in ('email', 'linkedin', 'handle', 'phone')),
  value text not null check (value <> '' and length(value) <= 500),
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  channel text not null check (channel in ('email', 'linkedin', 'instagram', 'whatsapp')),
  at timestamptz not null,
  primary key (run_id, kind, value)
);
create index touch_of_subject on touch (workspace_id, environment, kind, value, channel, at desc);

-- A send under way: of two simultaneous first messages, one gets the claim.
create table touch_claim (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  channel text not null check (channel in ('email', 'linkedin', 'instagram', 'whatsapp')),
  kind text not null check (kind in ('email', 'linkedin', 'handle', 'phone')),
  value text not null check (value <> '' and length(value) <= 500),
  run_id text not null references run (id),
  primary key (workspace_id, environment, channel, kind, value)
);
create index touch_claim_of_run on touch_claim (run_id);

-- The participants of a chat, learned from messages that named both.
create table chat_participant (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  channel text not null check (channel in ('linkedin', 'instagram', 'whatsapp')),
  chat_id text not null check (chat_id <> '' and length(chat_id) <= 500),
  kind text not null check (kind in ('linkedin', 'handle', 'phone')),
  value text not null check (value <> '' and length(value) <= 500),
  primary key (workspace_id, environment, channel, chat_id, kind, value)
);

-- People who have connected with one of the workspace's accounts: the first message to them passes the repeat guard.
create table network_connection (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  channel text not null check (channel in ('linkedin')),
  kind text not null check (kind in ('linkedin')),
  value text not null check (value <> '' and length(value) <= 500),
  -- The network's own id of the person, which all names of one person share.
  person text not null check (person <> ''),
  connected_at timestamptz not null,
  primary key (workspace_id, environment, channel, kind, value)
);
create index network_connection_of_person on network_connection (workspace_id, environment, channel, person);

-- A provider's message, stored completely until it is processed. After that only its id remains, so that it is
-- processed once.
create table inbound_message (
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
);
create index inbound_message_overdue on inbound_message (sweep_at) where processed_at is null;
create index inbound_message_of_account on inbound_message (provider, account, received_at, id)
  where processed_at is null and account is not null;
create index inbound_message_overdue_turns on inbound_message (turn_key, sweep_at) where processed_at is null;
-- What waits of a workspace's own accounts is a quota, and read with each of their messages.
create index inbound_message_waiting on inbound_message (connection_id)
  where processed_at is null and connection_id is not null;

-- The inbox or connected account that received a message, so that a reply is sent from there, however late. Longer
-- ids are not searched for: an index page limits the length. A reply passes the repeat guard for the participants of
-- its thread.
create table received_message (
  message_id text not null check (message_id <> '' and length(message_id) <= 500),
  inbox_id text references inbox (id),
  account_id text references messaging_account (id),
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  received_at timestamptz not null default clock_timestamp(),
  thread_id text check (thread_id <> ''),
  participants text[] not null default '{}',
  constraint received_message_receiver check (num_nonnulls(inbox_id, account_id) = 1),
  constraint received_message_key unique nulls not distinct (message_id, inbox_id, account_id)
);
create index received_message_of_thread
  on received_message (workspace_id, environment, thread_id, received_at desc) where thread_id is not null;
