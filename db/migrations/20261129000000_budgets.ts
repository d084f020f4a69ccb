import { Migration } from '@mikro-orm/migrations'

/** What a key or a connected app may spend, what a key may do, and until when. */
export class Budgets extends Migration {
  override up(): void {
    this.addSql(`create table budget (
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
    ) with (fillfactor = 70)`)
    // Without defaults, except a constant one: no row of the tables is written.
    this.addSql(`alter table api_key add column allow jsonb, add column expires_at timestamptz`)
    this.addSql('alter table watch add column connected_app_id text')
    // The app that requested the run, and the budget that its hold counts against.
    this.addSql('alter table run add column connected_app_id text, add column budget_id bigint')
  }
}
