import { Migration } from '@mikro-orm/migrations'

/**
 * The caller of a refresh pays for it. A refresh by a caller that may not change the watch leaves its status alone,
 * and does not stand in the way of the watch's own refreshes: there is at most one of each kind at a time.
 */
export class RefreshPayers extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table watch_refresh add column changes_watch boolean not null default true')
    this.addSql(
      `create unique index watch_refresh_under_way on watch_refresh (watch_id, changes_watch) where state = 'started'`,
    )
    this.addSql('drop index watch_refresh_started')
    this.addSql('alter table watch drop constraint watch_paused_reason_check')
    this.addSql(
      `alter table watch add constraint watch_paused_reason_check check (paused_reason in
        ('insufficient_balance', 'request_refused', 'budget_exceeded', 'payer_revoked'))`,
    )
  }
}
