import { Migration } from '@mikro-orm/migrations'

/**
 * A key that its provider rejects: since when, and what the provider answered. The status of the row stays `active`,
 * which is what earlier versions know.
 */
export class RejectedKeys extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table connection add column rejected_at timestamptz, add column rejected_reason text')
    this.addSql(
      `alter table connection add constraint connection_rejected_check
        check ((rejected_at is null) = (rejected_reason is null))`,
    )
  }
}
