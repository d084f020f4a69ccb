import { Migration } from '@mikro-orm/migrations'

/**
 * Whose account an inbox or domain stands in, and what the provider of a domain says about it. Rows of `email_domain`
 * were written by operators so far, for the provider of inboxes.
 */
export class SendingDomains extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `alter table "inbox" add column "connection_id" text null`,
  `alter table "inbox" add constraint "inbox_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
  `alter table "email_domain" add column "id" text null, add column "provider" text null,
    add column "external_id" text null, add column "connection_id" text null,
    add column "records" jsonb not null default '[]'`,
  `update email_domain set id = 'dom_' || md5(workspace_id || environment || domain), provider = 'agentmail',
    external_id = domain,
    status = case status when 'registered' then 'pending' else status end`,
  `alter table "email_domain" alter column "id" set not null, alter column "provider" set not null`,
  `alter table "email_domain" add constraint "email_domain_id_key" unique ("id")`,
  `alter table "email_domain" add constraint "email_domain_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
  `alter table "email_domain" add constraint "email_domain_provider_check" check (provider <> '')`,
  `alter table "email_domain" add constraint "email_domain_external_id_check" check (external_id <> '')`,
  `alter table "email_domain" add constraint "email_domain_records_check" check (jsonb_typeof(records) = 'array')`,
  `alter table "email_domain" drop constraint "email_domain_status_check"`,
  `alter table "email_domain" add constraint "email_domain_status_check"
    check ("status" in ('pending', 'active', 'failed'))`,
  `alter table "email_domain" drop constraint "email_domain_environment_domain_key"`,
  `create unique index "email_domain_live_key" on "email_domain" ("domain") where environment = 'live'`,
]
