-- Paid plans, of Stripe or of the simulation; negotiated rates; the audit of operators' changes.
-- A workspace has few rates; each of its runs reads them by the first column of the key.
create table negotiated_rate (
  workspace_id text not null references workspace (id),
  -- 'contact.find', 'contact.find@hunter' or 'raw:hunter'.
  target text not null check (target ~ '^(raw:[a-z0-9-]+|[a-z]+\.[a-z_]+(@[a-z0-9-]+)?)$'),
  -- '0.02' USD a call, '85%' of the list price, or 'x1.2' times the provider's cost.
  terms text not null check (terms ~ '^(\d{1,9}(\.\d{1,6})?|\d{1,4}(\.\d{1,2})?%|x\d{1,3}(\.\d{1,6})?)$'),
  agreed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, target),
  -- Calls of capabilities are never priced by a provider's cost, raw calls by nothing else.
  check (terms like '%\%' or (target like 'raw:%') = (terms like 'x%'))
);

-- A later reader has only this entry: it outlives the workspace, and names it without a foreign key.
create table audit_entry (
  id bigserial primary key,
  at timestamptz not null default clock_timestamp(),
  -- Who did it: the operating system's user, or who it was done for.
  actor text not null check (actor <> ''),
  -- null: it concerns no single workspace.
  workspace_id text,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- What was there and what is there now; null is nothing.
  before jsonb,
  after jsonb,
  reason text not null check (reason <> ''),
  check (before is not null or after is not null)
);
create index audit_entry_of_workspace on audit_entry (workspace_id, id desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are immutable: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_is_immutable before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_is_not_truncated before truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- Checkouts that were opened. One at Stripe carries the id of its page's session.
create table plan_checkout (
  id text primary key,
  workspace_id text not null references workspace (id),
  plan text not null check (plan in ('plus', 'pro', 'scale')),
  simulated boolean not null,
  status text not null check (status in ('pending', 'paid')),
  created_at timestamptz not null default clock_timestamp()
);

-- Stripe's subscriptions have Stripe's id; a simulated one has an id of this service.
create table plan_subscription (
  id text primary key,
  workspace_id text not null references workspace (id),
  simulated boolean not null,
  -- What the current period is paid for, and what the next one will be where that is less.
  plan text not null check (plan in ('plus', 'pro', 'scale')),
  next_plan text check (next_plan in ('plus', 'pro', 'scale')),
  status text not null check (status in ('active', 'past_due', 'unpaid', 'ended')),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  cancel_at_period_end boolean not null,
  past_due_since timestamptz,
  -- The time of Stripe's report: an older report that arrives later changes nothing.
  told_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check (next_plan is null or next_plan <> plan),
  -- A grace that is over is not begun anew.
  check ((status in ('past_due', 'unpaid')) = (past_due_since is not null))
);
create index plan_subscription_of_workspace on plan_subscription (workspace_id) where status <> 'ended';
create unique index plan_subscription_simulated on plan_subscription (workspace_id) where simulated
  and status <> 'ended';
create index plan_subscription_period on plan_subscription (period_end) where simulated and status = 'active';
create index plan_subscription_past_due on plan_subscription (past_due_since) where status = 'past_due';

-- Referral codes, and referrals with their credits.
create table referral_code (
  workspace_id text primary key references workspace (id),
  code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{10}$')
);

-- `topup_id` is the top-up that the credit depends on, known before the credit is earned. `moves` numbers the
-- credit and its later reversals. `look_at`: when a worker looks at the referral next; null: only when its top-up
-- changes.
create table referral (
  workspace_id text primary key references workspace (id),
  referrer_workspace_id text not null references workspace (id),
  created_at timestamptz not null default clock_timestamp(),
  credited_at timestamptz,
  amount bigint check (amount > 0),
  topup_id text unique,
  status text not null default 'waiting' check (status in ('waiting', 'credited', 'taken_back', 'capped', 'refused')),
  taken_back_at timestamptz,
  moves integer not null default 0 check (moves >= 0),
  look_at timestamptz,
  check (workspace_id <> referrer_workspace_id),
  check ((credited_at is null) = (amount is null)),
  check ((credited_at is not null) = (status in ('credited', 'taken_back'))),
  check ((taken_back_at is not null) = (status = 'taken_back')),
  check (credited_at is null or topup_id is not null)
);
create index referral_of_referrer on referral (referrer_workspace_id, created_at desc);
create index referral_due on referral (look_at) where look_at is not null;

-- A card earns only one credit.
create table referral_card (
  fingerprint text primary key,
  workspace_id text not null unique references workspace (id),
  created_at timestamptz not null default clock_timestamp()
);
