-- Money from outside: Stripe's events, top-ups, cards, and the numbers of invoices.
-- Every event that was processed, once.
create table stripe_event (
  id text primary key,
  type text not null,
  livemode boolean not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in ('applied', 'noted', 'refused')),
  detail text not null
);
create index stripe_event_refused on stripe_event (received_at) where outcome = 'refused';

create table stripe_customer (
  workspace_id text primary key references workspace (id),
  customer_id text not null unique,
  created_at timestamptz not null default clock_timestamp()
);

-- What Stripe reports about a payment, whether or not its top-up is known by then. Every event about the payment
-- locks this row first.
create table stripe_payment (
  id text primary key,
  topup_id text unique,
  refunded bigint not null default 0 check (refunded >= 0),
  refunded_at timestamptz not null default '1970-01-01',
  -- The fingerprint of the card, which no other card has. Stripe may report it before the top-up is known.
  card_fingerprint text
);

create table stripe_refund_failure (
  id text primary key,
  payment_id text not null references stripe_payment (id),
  amount bigint not null check (amount > 0),
  failed_at timestamptz not null
);
create index stripe_refund_failure_of_payment on stripe_refund_failure (payment_id);

create table stripe_dispute (
  id text primary key,
  payment_id text not null references stripe_payment (id),
  amount bigint not null check (amount >= 0),
  status text not null,
  takes boolean not null,
  final boolean not null,
  told_at timestamptz not null
);
create index stripe_dispute_of_payment on stripe_dispute (payment_id);

create table topup (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  origin text not null check (origin in ('checkout', 'automatic')),
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'expired', 'amount_differs')),
  simulated boolean not null,
  checkout_url text,
  session_id text unique,
  explanation text,
  refunded bigint not null default 0 check (refunded >= 0),
  charged_back bigint not null default 0 check (charged_back >= 0),
  reversals integer not null default 0,
  card_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  ended_at timestamptz,
  sweep_at timestamptz not null default clock_timestamp() + interval '1 minute',
  check ((paid_at is not null) = (status = 'paid')),
  check ((ended_at is not null) = (status <> 'pending')),
  check (refunded + charged_back <= amount),
  check (status = 'paid' or (refunded = 0 and charged_back = 0))
);
-- One automatic attempt at a time.
create unique index topup_under_way on topup (workspace_id, environment) where origin = 'automatic'
  and status = 'pending';
create index topup_overdue on topup (sweep_at) where origin = 'automatic' and status = 'pending';
create index topup_automatic on topup (workspace_id, environment, created_at) where origin = 'automatic';
-- The amounts that a workspace has paid in.
create index topup_paid on topup (workspace_id, environment) where status = 'paid';

-- The card that is stored for automatic top-ups. A simulated card has a behaviour instead of an id.
create table payment_card (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  simulated boolean not null,
  payment_method_id text,
  declines boolean not null default false,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment, simulated),
  check (simulated = (payment_method_id is null)),
  check (simulated or not declines)
);

create table auto_topup (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  enabled boolean not null,
  threshold bigint not null check (threshold >= 0),
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  monthly_limit bigint not null check (monthly_limit >= amount),
  failures integer not null default 0 check (failures >= 0),
  next_attempt_at timestamptz,
  sweep_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, environment),
  check (not enabled or next_attempt_at is not null)
);
create index auto_topup_due on auto_topup (sweep_at) where enabled;

create table invoice (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  number int not null check (number > 0),
  kind text not null check (kind in ('topup', 'plan')),
  source text not null unique,
  description text not null,
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0,
  simulated boolean not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (workspace_id, environment, number),
  check (refunded >= 0 and refunded <= amount),
  check (period_end >= period_start)
);

create table invoice_counter (
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  last integer not null check (last > 0),
  primary key (workspace_id, environment)
);
