import { Migration } from '@mikro-orm/migrations'

/** Answers to requests that are not runs, stored under their idempotency key (decisions, "Small print"). */
export class IdempotentAnswers extends Migration {
  override up(): void {
    this.addSql(`create table idempotent_answer (
      workspace_id text not null references workspace (id),
      environment text not null check (environment in ('test', 'live')),
      key text not null check (length(key) between 1 and 255),
      token uuid not null,
      request_mac bytea not null check (octet_length(request_mac) = 32),
      mac_version integer not null check (mac_version > 0),
      lease_until timestamptz not null,
      answer jsonb,
      created_at timestamptz not null default clock_timestamp(),
      primary key (workspace_id, environment, key)
    )`)
    this.addSql('create index idempotent_answer_age on idempotent_answer (created_at)')
  }
}
