import { Migration } from '@mikro-orm/migrations'

/** Bring your own key (Spec 2.6, 4.11): a workspace's credential at a provider, encrypted. */
export class Connections extends Migration {
  override up(): void {
    this.addSql(`create table connection (
      id text primary key,
      workspace_id text not null references workspace (id),
      provider text not null,
      status text not null check (status in ('active', 'revoked')),
      ciphertext bytea check (octet_length(ciphertext) > 28),
      wrapped_key bytea check (octet_length(wrapped_key) = 60),
      key_version integer check (key_version > 0),
      generation integer not null default 1 check (generation > 0),
      last_verified_at timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      revoked_at timestamptz,
      unique (workspace_id, provider),
      check ((status = 'revoked') = (revoked_at is not null)),
      check (num_nonnulls(ciphertext, wrapped_key, key_version) = case status when 'active' then 3 else 0 end)
    )`)
    // The connection whose key served an attempt; null: the platform's account.
    this.addSql('alter table attempt add column connection_id text references connection (id)')
  }
}
