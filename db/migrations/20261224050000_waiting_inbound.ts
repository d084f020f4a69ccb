import { Migration } from '@mikro-orm/migrations'

/** What waits of a workspace's own accounts is a quota, and read with each of their messages. */
export class WaitingInbound extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`create index inbound_message_waiting on inbound_message (connection_id)
      where processed_at is null and connection_id is not null`)
  }
}
