import { Migration } from '@mikro-orm/migrations'

/**
 * The webhook that the service has registered in a workspace's own account at a provider, with the secret that signs
 * its reports; and the connection whose account a provider's message came from (null: the platform's).
 */
export class ConnectionWebhooks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table connection_webhook (
    connection_id text primary key references connection (id),
    workspace_id text not null references workspace (id),
    -- The address that the provider reports to.
    url text not null check (url <> ''),
    ciphertext bytea not null check (octet_length(ciphertext) > 28),
    wrapped_key bytea not null check (octet_length(wrapped_key) = 60),
    key_version integer not null check (key_version > 0),
    -- Counts the secrets that it has had.
    generation integer not null default 1 check (generation > 0),
    created_at timestamptz not null default clock_timestamp()
  )`,
  `alter table inbound_message add column connection_id text references connection (id)`,
]
