import { Migration } from '@mikro-orm/migrations'

/** Runs that wait until a person approves them, and who may approve. */
export class Approvals extends Migration {
  override up(): void {
    this.addSql(`create table approval (
      id text primary key,
      run_id text not null unique references run (id),
      workspace_id text not null references workspace (id),
      environment text not null check (environment in ('test', 'live')),
      reason text not null check (reason in ('requested', 'cost', 'send', 'new_people', 'raw_write', 'price_rose')),
      -- What the run would hold, in microdollars.
      estimate bigint not null check (estimate >= 0),
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      decision text check (decision in ('approved', 'rejected', 'expired')),
      decided_at timestamptz,
      -- A person or a key; null for a decision of the clock.
      decided_by text,
      note text,
      check ((decision is null) = (decided_at is null)),
      check (decision in ('approved', 'rejected') or (decided_by is null and note is null))
    )`)
    this.addSql(`create index approval_undecided on approval (workspace_id, environment, id desc)
      where decision is null`)
    // Without defaults, except a constant one: no row of the tables is written.
    this.addSql('alter table workspace add column approval_policy jsonb')
    this.addSql('alter table api_key add column approver boolean not null default false')
    // Not validated: every earlier row satisfied a shorter list, and a scan would hold the lock.
    this.addSql(`alter table run drop constraint run_status_check, add constraint run_status_check check (status in
      ('created', 'awaiting_approval', 'reserved', 'queued', 'running', 'succeeded', 'no_match', 'failed', 'timed_out',
        'blocked', 'cancelled')) not valid`)
    this.addSql(`alter table run add constraint run_approval_hold check (status <> 'awaiting_approval' or held = 0)
      not valid`)
  }
}
