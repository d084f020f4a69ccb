import { Migration } from '@mikro-orm/migrations'

/** What runs were credited for bounces, so that credits have bounds, and those that wait for an operator. */
export class BounceBounds extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`create table bounce_credit (
      run_id text primary key,
      workspace_id text not null references workspace (id),
      -- The event of the report.
      event_id text not null,
      -- The registered domain of the address, and nothing else of it; null: a public mail service.
      domain text,
      amount bigint not null check (amount > 0),
      -- Why an operator decides; null: it was given at once.
      held text check (held in ('domain', 'share')),
      created_at timestamptz not null default clock_timestamp(),
      -- When an operator has decided.
      decided_at timestamptz
    )`)
    this.addSql('create index bounce_credit_of_workspace on bounce_credit (workspace_id, created_at)')
    this.addSql(
      'create index bounce_credit_held on bounce_credit (created_at) where held is not null and decided_at is null',
    )
  }
}
