import { Migration } from '@mikro-orm/migrations'

/** What changed when in a row, by which way: names of fields, and no values. */
export class ChangesOfRows extends Migration {
  override up(): void {
    // A lock that is not there within this time keeps reads and writes waiting behind it: the migration is tried again.
    this.addSql(`set local lock_timeout = '5s'`)
    // A constant default writes no row. Rows of before have no changes, and begin with the next one.
    this.addSql('alter table table_row add column changes integer not null default 0')
    this.addSql(`create table row_change (
      row_id bigint not null references table_row (id) on delete cascade,
      -- The row's own count: under its lock, so that no two changes have one.
      number integer not null check (number > 0),
      at timestamptz not null,
      cause text not null check (cause in ('api', 'edit', 'import', 'run', 'watch', 'erasure')),
      -- The API key, connected app or person.
      writer text,
      -- Not a foreign key: to make one would stop every run for the migration, and a run is never deleted.
      run_id text check ((run_id is not null) = (cause in ('run', 'watch'))),
      -- null: the row was created.
      fields text[],
      field_count integer not null,
      primary key (row_id, number),
      check (field_count >= coalesce(cardinality(fields), 0) and (field_count > 0) = (fields is not null))
    )`)
  }
}
