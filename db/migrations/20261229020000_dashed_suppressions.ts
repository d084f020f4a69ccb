import { Migration } from '@mikro-orm/migrations'

/** Suppressions whose text has a typographic dash are read again: it was no hyphen to the reader of before. */
export class DashedSuppressions extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`update suppression set reading = 'first'
      where reading = 'current' and of_kind is null and subject ~ '[\u2010-\u2015\u2212]'`)
  }
}
