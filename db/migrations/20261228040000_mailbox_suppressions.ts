import { Migration } from '@mikro-orm/migrations'

/** The mailbox of an address, as `domain/accounts/mailbox.ts` reads it, so that suppressions are found by it. */
export class MailboxSuppressions extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`create function mailbox_of(address text) returns text language sql immutable parallel safe return
      case
        when address !~ '^[^@]+@[^@]+$' then address
        when split_part(address, '@', 2) in ('gmail.com', 'googlemail.com')
          then replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@gmail.com'
        else split_part(split_part(address, '@', 1), '+', 1) || '@' || split_part(address, '@', 2)
      end`)
    this.addSql(`create index suppression_of_mailbox on suppression (workspace_id, environment, mailbox_of(value))
      where kind = 'email'`)
  }
}
