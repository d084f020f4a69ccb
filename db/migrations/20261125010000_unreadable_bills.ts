import { Migration } from '@mikro-orm/migrations'

/** How often a run's final bill was read with a cost that is no amount: the bill is then left alone for a day. */
export class UnreadableBills extends Migration {
  override up(): void {
    this.addSql('alter table run add column final_bill_unreadable integer not null default 0')
  }
}
