import { Migration } from '@mikro-orm/migrations'
import { WORKSPACE } from './baseline/literals.ts'

/** Mails to the service's own users, each with a link that works once; and which addresses they have confirmed. */
export class MailLinks extends Migration {
  override up(): void {
    this.addSql('alter table app_user add column email_verified_at timestamptz')
    this.addSql(`create table account_mail (
      id text primary key,
      kind text not null check (kind in ('verify_email', 'reset_password', 'invitation')),
      email text not null check (email = lower(email) and length(email) between 3 and 254),
      workspace_id ${WORKSPACE},
      -- null: an invited person may have no account yet.
      user_id text references app_user (id),
      -- Of an invitation.
      role text check (role in ('owner', 'member', 'viewer')),
      invited_by text references app_user (id),
      -- Of the token in its link; the token is made anew from the id where the mail is sent.
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      -- When its link was used, or was made void.
      used_at timestamptz,
      -- When the mail server accepted it.
      sent_at timestamptz,
      -- Why the mail server refused it.
      refusal text check (length(refusal) between 1 and 300),
      -- When the sweeper starts its workflow; null: there is nothing to send.
      sweep_at timestamptz,
      check ((kind = 'invitation') = (role is not null)),
      check ((kind = 'invitation') = (user_id is null))
    )`)
    this.addSql('create index account_mail_of_address on account_mail (email, kind, id desc)')
    this.addSql(`create index account_mail_invitations on account_mail (workspace_id, id desc)
      where kind = 'invitation' and used_at is null`)
    this.addSql('create index account_mail_overdue on account_mail (sweep_at) where sweep_at is not null')
    this.addSql('create index account_mail_by_expiry on account_mail (expires_at)')
  }
}
