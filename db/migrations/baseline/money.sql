-- Wallets, the immutable ledger, and how far each wallet is proved against it.
-- Transfers name their run without a foreign key: the ledger outlives archived runs. A hold is decided on this row,
-- the projection of the ledger. The spend guard's settings and counters are in the same row, because a hold must
-- respect them in the same instant. Half-filled pages keep updates of a hot wallet within its page.
create table wallet (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  spend_day date not null default '1970-01-01',
  spent bigint not null default 0 check (spent >= 0),
  guard_enabled boolean not null default false,
  daily_limit bigint check (daily_limit >= 0),
  per_run_limit bigint check (per_run_limit >= 0),
  -- The amount that refunds and chargebacks took beyond the available balance: while it is owed, no hold is made.
  receivable bigint not null default 0 check (receivable >= 0),
  primary key (workspace_id, environment)
) with (fillfactor = 50);

create table account (
  id text primary key,
  workspace_id text references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('available', 'held', 'receivable', 'revenue', 'funding', 'promotion')),
  check ((workspace_id is not null) = (kind in ('available', 'held', 'receivable')))
);
insert into account (id, workspace_id, environment, kind)
  select 'platform:' || environment || ':' || kind, null, environment, kind
  from unnest(array['test', 'live']) environment, unnest(array['revenue', 'funding', 'promotion']) kind;

create table transfer (
  id bigint generated always as identity primary key,
  debit_account_id text not null references account (id),
  credit_account_id text not null references account (id),
  amount bigint not null check (amount > 0),
  kind text not null check (kind in
    ('hold', 'charge', 'release', 'topup', 'promotion', 'referral', 'adjustment', 'refund', 'chargeback',
      'credit_bounce')),
  run_id text,
  -- Without a foreign key: the ledger outlives the top-ups that it records.
  topup_id text,
  key text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  check (debit_account_id <> credit_account_id)
);
create index transfer_debits on transfer (debit_account_id, id);
create index transfer_credits on transfer (credit_account_id, id);
-- The indexes for a wallet's list without its holds. A charge credits the platform, so the second index has none.
create index transfer_listed_debits on transfer (debit_account_id, id desc) where kind not in ('hold', 'release');
create index transfer_listed_credits on transfer (credit_account_id, id desc)
  where kind not in ('hold', 'release', 'charge');
create index transfer_of_topup on transfer (topup_id) where topup_id is not null;
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'transfers are immutable: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger transfer_is_immutable before update or delete on transfer
  for each row execute function refuse_ledger_change();
create trigger transfer_is_not_truncated before truncate on transfer
  for each statement execute function refuse_ledger_change();

create table wallet_proof (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  -- The last transfer that the sums hold; a wallet's transfers become visible in the order of their numbers.
  through bigint not null default 0 check (through >= 0),
  available bigint not null default 0,
  held bigint not null default 0,
  receivable bigint not null default 0,
  -- A new wallet has nothing to prove yet.
  proved_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment),
  foreign key (workspace_id, environment) references wallet (workspace_id, environment)
);
create index wallet_proof_oldest on wallet_proof (proved_at);
create function open_wallet_proof() returns trigger language plpgsql as $$
begin
  insert into wallet_proof (workspace_id, environment) values (new.workspace_id, new.environment);
  return null;
end $$;
create trigger wallet_has_proof after insert on wallet for each row execute function open_wallet_proof();

create table ledger_drift (
  workspace_id text not null,
  environment text not null check (environment in ('test', 'live')),
  promise text not null check (promise in ('available', 'held', 'receivable', 'open_holds', 'run_hold', 'run_charge',
    'run_credit', 'topup')),
  -- The run or top-up; empty where the wallet itself does not fit.
  subject text not null,
  expected bigint not null,
  found bigint not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment, promise, subject),
  foreign key (workspace_id, environment) references wallet (workspace_id, environment)
);

-- What a key or a connected app may spend, what a key may do, and until when.
create table budget (
  id bigint generated always as identity primary key,
  workspace_id text not null references workspace (id),
  -- A key or a connected app.
  holder_id text not null unique,
  amount bigint not null check (amount >= 0),
  period text not null check (period in ('day', 'week', 'month', 'total')),
  -- The begin of the period that "spent" counts.
  period_start timestamptz not null,
  spent bigint not null default 0 check (spent >= 0),
  held bigint not null default 0 check (held >= 0)
) with (fillfactor = 70);
