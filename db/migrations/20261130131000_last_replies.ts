import { Migration } from '@mikro-orm/migrations'

/** The newest answer of the person of a row. */
export class LastReplies extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table table_row
      add column last_reply_at timestamptz,
      add column last_reply_class text
        check (last_reply_class in ('reply', 'interested', 'not_interested', 'unsubscribe_request')),
      add constraint table_row_last_reply check ((last_reply_at is null) = (last_reply_class is null))`)
  }
}
