import { Migration } from '@mikro-orm/migrations'

/** How often a run's final bill was read and held a cost that is no amount: it is not asked for a day. */
export class UnreadableBills extends Migration {
  override up(): void {
    this.addSql('alter table run add column final_bill_unreadable integer not null default 0')
  }
}
