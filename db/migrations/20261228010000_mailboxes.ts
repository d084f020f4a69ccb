import { Migration } from '@mikro-orm/migrations'

/** Mails to addresses of one mailbox are counted together. null: a mail from before; its address counts as written. */
export class Mailboxes extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table account_mail add column mailbox text check (length(mailbox) between 1 and 254)')
    this.addSql('create index account_mail_of_mailbox on account_mail (coalesce(mailbox, email), kind, created_at)')
  }
}
