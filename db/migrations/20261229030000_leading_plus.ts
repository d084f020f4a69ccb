import { Migration } from '@mikro-orm/migrations'

/** An address that begins with a plus sign is one mailbox, as `domain/accounts/mailbox.ts` reads it. */
export class LeadingPlus extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`create or replace function mailbox_of(address text) returns text
      language sql immutable parallel safe return case
        when address !~ '^[^@]+@[^@]+$' then address
        when split_part(address, '@', 2) in ('gmail.com', 'googlemail.com')
          then replace(regexp_replace(split_part(address, '@', 1), '([^+])[+].*$', '\\1'), '.', '') || '@gmail.com'
        else regexp_replace(split_part(address, '@', 1), '([^+])[+].*$', '\\1') || '@' || split_part(address, '@', 2)
      end`)
    this.addSql('reindex index suppression_of_mailbox')
  }
}
