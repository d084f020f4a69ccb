import { Migration } from '@mikro-orm/migrations'

/** The sandbox's inbox, which every workspace has and which has no row, receives mail too. */
export class MailOfTheSandbox extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table received_message drop constraint received_message_receiver,
      add constraint received_message_receiver check (
        num_nonnulls(inbox_id, account_id) = 1 or (num_nonnulls(inbox_id, account_id) = 0 and environment = 'test'))`)
  }
}
