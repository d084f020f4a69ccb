import { Migration } from '@mikro-orm/migrations'

/** What customers note on their runs, and the pairs by which runs are found. */
export class RunMetadata extends Migration {
  override up(): void {
    // Not validated: every earlier row satisfies the check, and a scan would hold the lock. A migration that waits for
    // a long transaction gives up and is run again.
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table run add column metadata jsonb,
      add constraint run_metadata_object check (metadata is null or jsonb_typeof(metadata) = 'object') not valid`)
    // The runs of a pair in the order of their ids: an index of \`run\` would be built by a scan under a lock, and
    // one over jsonb has no order.
    this.addSql(`create table run_metadata (
      workspace_id text not null,
      environment text not null check (environment in ('test', 'live')),
      key text not null check (length(key) between 1 and 40),
      value text not null check (length(value) between 1 and 500),
      run_id text not null references run (id),
      primary key (workspace_id, environment, key, value, run_id)
    )`)
  }
}
