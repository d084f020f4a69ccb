import { Migration } from '@mikro-orm/migrations'

/** How many records do-not-process lists have taken out of a result, and whether they are part of the charge. */
export class RemovedRecordsOfAttempts extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table attempt add column removed jsonb check (jsonb_typeof(removed) = 'object')`)
  }
}
