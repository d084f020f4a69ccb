-- Workspaces, their people and sessions, and the API keys (decisions, "Keys, sessions, connected apps").

create table workspace (
  id text primary key,
  name text not null,
  plan text not null default 'pay_per_call' check (plan in ('pay_per_call', 'plus', 'pro', 'scale')),
  tables_enabled_at timestamptz,
  repeat_touch_days int not null default 30 check (repeat_touch_days >= 0 and repeat_touch_days <= 365),
  -- For how long the payloads of its runs are kept.
  payload_days int not null default 90 check (payload_days >= 7 and payload_days <= 365),
  approval_policy jsonb,
  -- Which providers may serve its runs, and in which order.
  routing_policy jsonb,
  -- Its person was sent a mail that confirms the address.
  awaits_confirmation boolean not null default false,
  seeded_as text unique,
  created_at timestamptz not null default now()
);

-- What a workspace in quarantine may not have: credentials, people, and addresses outside of the service. By the
-- database, so that no path is forgotten: not a command, not a route to come.
create function refuse_in_quarantine() returns trigger language plpgsql as $$
begin
  if exists (select from agent_sign_up where workspace_id = new.workspace_id and claimed_at is null) then
    raise exception 'a workspace in quarantine has no %', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- People, their sessions and the API keys of workspaces (decisions, "Keys, sessions, connected apps").
create table app_user (
  id text primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  password_hash text not null check (password_hash like '$argon2id$%'),
  email_verified_at timestamptz,
  -- Deferred, so that the address is claimed before anything else of a sign-up is made.
  workspace_id text not null references workspace (id) deferrable initially deferred,
  created_at timestamptz not null default clock_timestamp()
);
create index app_user_of_workspace on app_user (workspace_id);

-- Who belongs to which workspace, and as what. Everybody owns the workspace that they came with.
create table member (
  -- Deferred: a sign-up claims its address before it makes the workspace.
  workspace_id text not null references workspace (id) deferrable initially deferred,
  user_id text not null references app_user (id),
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, user_id)
);
create index member_of_user on member (user_id);
-- By the database, because every statement that inserts a person must do it.
create function own_first_workspace() returns trigger language plpgsql as $$
begin
  insert into member (workspace_id, user_id, role) values (new.workspace_id, new.id, 'owner');
  return null;
end $$;
create trigger app_user_owns_first_workspace after insert on app_user
  for each row execute function own_first_workspace();
create trigger member_not_in_quarantine before insert on member
  for each row execute function refuse_in_quarantine();

create table session (
  id text primary key,
  user_id text not null references app_user (id),
  workspace_id text not null references workspace (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The client, by which a person recognizes it in their list.
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at > created_at)
);
create index session_of_user on session (user_id, id) where revoked_at is null;
create index session_by_expiry on session (expires_at);

create table api_key (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  name text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  display text not null,
  -- What it may do; null: everything that its workspace may.
  allow jsonb,
  approver boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_of_workspace on api_key (workspace_id);
create trigger api_key_not_in_quarantine before insert on api_key
  for each row execute function refuse_in_quarantine();

create table account_mail (
  id text primary key,
  kind text not null check (kind in ('verify_email', 'reset_password', 'invitation', 'claim')),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  -- Mails to addresses of one mailbox are counted together; null: the address counts as written.
  mailbox text check (length(mailbox) between 1 and 254),
  workspace_id text not null references workspace (id),
  -- null: an invited person may have no account yet.
  user_id text references app_user (id),
  -- Of an invitation.
  role text check (role in ('owner', 'member', 'viewer')),
  invited_by text references app_user (id),
  -- Of the token in its link; the token is made anew from the id where the mail is sent.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- When its link was used, or was made void.
  used_at timestamptz,
  -- When the mail server accepted it.
  sent_at timestamptz,
  -- Why the mail server refused it.
  refusal text check (length(refusal) between 1 and 300),
  -- When the sweeper starts its workflow; null: there is nothing to send.
  sweep_at timestamptz,
  check ((kind = 'invitation') = (role is not null)),
  check ((kind in ('invitation', 'claim')) = (user_id is null))
);
create index account_mail_of_address on account_mail (email, kind, id desc);
create index account_mail_invitations on account_mail (workspace_id, id desc)
  where kind = 'invitation' and used_at is null;
create index account_mail_overdue on account_mail (sweep_at) where sweep_at is not null;
create index account_mail_by_expiry on account_mail (expires_at);
create index account_mail_of_mailbox on account_mail (coalesce(mailbox, email), kind, created_at);

-- Addresses that get no more invitations, as hashes.
create table invitation_refusal (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  refused_at timestamptz not null default clock_timestamp()
);

-- Workspaces that agents made by themselves: in quarantine until a person claims them.
create table agent_sign_up (
  workspace_id text primary key references workspace (id),
  -- The sandbox key of the sign-up: the only one that may take the live key.
  api_key_id text not null unique references api_key (id),
  -- Of the token in the claim link.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The only person who may claim it; null: the one with the link.
  owner_email text check (owner_email = lower(owner_email) and length(owner_email) between 3 and 254),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- null: in quarantine.
  claimed_at timestamptz,
  claimed_by text references app_user (id),
  -- What the person lets the agent spend, in microdollars.
  budget_amount bigint check (budget_amount >= 0),
  budget_period text check (budget_period in ('day', 'week', 'month', 'total')),
  live_key_id text unique references api_key (id),
  check (num_nonnulls(claimed_at, claimed_by, budget_amount, budget_period) in (0, 4)),
  check (live_key_id is null or claimed_at is not null)
);
