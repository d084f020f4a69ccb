import { Migration } from '@mikro-orm/migrations'
import { ENVIRONMENT } from './baseline/literals.ts'

/** What went into a row though it may be about another person, and phone numbers that several people share. */
export class RowMerges extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`)
    this.addSql(`create table row_merge (
      row_id bigint not null references table_row (id) on delete cascade,
      -- The row's own count: under its lock, so that no two merges have one.
      number integer not null check (number > 0),
      -- The change of the row that the merge is.
      change_number integer not null,
      at timestamptz not null default clock_timestamp(),
      -- The identity that both had, its kind, and why they were joined.
      kind text not null check (kind in ('email', 'linkedin', 'phone', 'handle')),
      identity text not null,
      reason text not null,
      -- What is needed to take the merge apart.
      parts jsonb not null,
      primary key (row_id, number)
    )`)
    this.addSql(`create table shared_phone (
      workspace_id text not null,
      environment ${ENVIRONMENT},
      value text not null check (length(value) between 1 and 500),
      primary key (workspace_id, environment, value)
    )`)
  }
}
