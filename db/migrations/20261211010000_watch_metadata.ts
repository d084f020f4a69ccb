import { Migration } from '@mikro-orm/migrations'

/** What customers note on a watch, and so on each of its runs. */
export class WatchMetadata extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table watch add column metadata jsonb')
  }
}
