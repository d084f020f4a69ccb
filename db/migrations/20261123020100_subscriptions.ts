import { Migration } from '@mikro-orm/migrations'

/** Paid plans: their checkouts and subscriptions, of Stripe or of the simulation. */
export class Subscriptions extends Migration {
  override up(): void {
    for (const statement of SUBSCRIPTIONS) this.addSql(statement)
  }
}

const paid = "check (%column in ('plus', 'pro', 'scale'))"

const SUBSCRIPTIONS = [
  // Checkouts that were opened. One at Stripe carries the id of its page's session.
  `create table plan_checkout (
    id text primary key,
    workspace_id text not null references workspace (id),
    plan text not null ${paid.replace('%column', 'plan')},
    simulated boolean not null,
    status text not null check (status in ('pending', 'paid')),
    created_at timestamptz not null default clock_timestamp()
  )`,
  // Stripe's subscriptions have Stripe's id; a simulated one has an id of this service.
  `create table plan_subscription (
    id text primary key,
    workspace_id text not null references workspace (id),
    simulated boolean not null,
    -- What the current period is paid for, and what the next one will be where that is less.
    plan text not null ${paid.replace('%column', 'plan')},
    next_plan text ${paid.replace('%column', 'next_plan')},
    status text not null check (status in ('active', 'past_due', 'unpaid', 'ended')),
    period_start timestamptz not null,
    period_end timestamptz not null check (period_end > period_start),
    cancel_at_period_end boolean not null,
    past_due_since timestamptz,
    -- As of when Stripe has said so: what was so before that and is told later changes nothing.
    told_at timestamptz not null,
    created_at timestamptz not null default clock_timestamp(),
    check (next_plan is null or next_plan <> plan),
    -- A grace that is over is not begun anew.
    check ((status in ('past_due', 'unpaid')) = (past_due_since is not null))
  )`,
  `create index plan_subscription_of_workspace on plan_subscription (workspace_id) where status <> 'ended'`,
  `create unique index plan_subscription_simulated on plan_subscription (workspace_id) where simulated and status <> 'ended'`,
  `create index plan_subscription_period on plan_subscription (period_end) where simulated and status = 'active'`,
  `create index plan_subscription_past_due on plan_subscription (past_due_since) where status = 'past_due'`,
]
