import { Migration } from '@mikro-orm/migrations'

/** What the DNS of a sending domain had last, and when it is looked up next. */
export class AddMailAuthentication extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table email_domain
      add column authentication jsonb check (jsonb_typeof(authentication) = 'object'),
      add column authentication_due_at timestamptz not null default clock_timestamp()`)
    this.addSql(`create index email_domain_to_look_up on email_domain (authentication_due_at)
      where environment = 'live' and external_id is not null`)
  }
}
