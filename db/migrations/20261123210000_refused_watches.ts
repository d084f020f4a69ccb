import { Migration } from '@mikro-orm/migrations'

/** A watch is paused when its request is refused. */
export class RefusedWatches extends Migration {
  override up(): void {
    this.addSql(`alter table watch drop constraint watch_paused_reason_check`)
    this.addSql(`alter table watch add constraint watch_paused_reason_check
      check (paused_reason in ('insufficient_balance', 'request_refused'))`)
  }
}
