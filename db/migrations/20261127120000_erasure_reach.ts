import { Migration } from '@mikro-orm/migrations'

/** Up to when an erasure reaches: what was made later stays. */
export class ErasureReach extends Migration {
  override up(): void {
    // null: its names are not looked up yet, or it is finished.
    this.addSql('alter table erasure add column up_to timestamptz')
  }
}
