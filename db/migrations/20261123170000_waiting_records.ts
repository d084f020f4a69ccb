import { Migration } from '@mikro-orm/migrations'

/** A record that a refresh could not store in its table waits for the next refresh. */
export class WaitingRecords extends Migration {
  override up(): void {
    this.addSql(`alter table watch_record add column waits boolean not null default false`)
    this.addSql(`create index watch_record_waiting on watch_record (watch_id, first_seen_at, key_hash) where waits`)
  }
}
