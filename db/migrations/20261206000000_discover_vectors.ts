import { Migration } from '@mikro-orm/migrations'

/** The vectors of what discover finds, for all replicas and for the next start. */
export class DiscoverVectors extends Migration {
  override up(): void {
    this.addSql(`create table discover_vector (
      id integer generated always as identity primary key,
      -- The hash of the service's address, its model and the text.
      digest text not null unique,
      -- null: an api process is having it made, or was.
      vector real[],
      -- Until then no other process has it made.
      claimed_until timestamptz not null,
      -- The last start that needed it, to the day.
      used_on date not null default current_date
    )`)
    // Its numbers do not compress.
    this.addSql(`alter table discover_vector alter column vector set storage external`)
  }
}
