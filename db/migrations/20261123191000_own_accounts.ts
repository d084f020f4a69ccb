import { Migration } from '@mikro-orm/migrations'

/**
 * Whose account at the provider a messaging account stands in; and messages that a connected Gmail account received, so
 * that a reply is sent from there. The key of `received_message` becomes a constraint that allows both receivers.
 */
export class OwnAccounts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `alter table "messaging_account" add column "connection_id" text null`,
  `alter table "messaging_account" add constraint "messaging_account_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
  `alter table account_link add column connection_id text references connection (id)`,
  `alter table received_message drop constraint received_message_pkey, alter column inbox_id drop not null,
    add column account_id text references messaging_account (id),
    add constraint received_message_receiver check (num_nonnulls(inbox_id, account_id) = 1),
    add constraint received_message_key unique nulls not distinct (message_id, inbox_id, account_id)`,
]
