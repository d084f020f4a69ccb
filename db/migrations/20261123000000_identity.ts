import { Migration } from '@mikro-orm/migrations'

/**
 * People and their sessions (decisions, "Keys, sessions, connected apps"), and the indexes for the usage of keys (Spec
 * 2.5).
 */
export class Identity extends Migration {
  override up(): void {
    for (const statement of [...WORKSPACES, ...PEOPLE, ...USAGE, ...ANSWERS]) this.addSql(statement)
  }
}

const WORKSPACES = [
  // People name their workspaces as they like. Only workspaces that commands create, and find again, have a unique
  // name.
  `alter table workspace drop constraint workspace_name_key, add column seeded_as text unique`,
  `update workspace set seeded_as = name`,
]

const PEOPLE = [
  `create table app_user (
    id text primary key,
    email text not null unique check (email = lower(email) and length(email) between 3 and 254),
    password_hash text not null check (password_hash like '$argon2id$%'),
    -- Deferred, so that the address is claimed before anything else of a sign-up is made.
    workspace_id text not null references workspace (id) deferrable initially deferred,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index app_user_of_workspace on app_user (workspace_id)`,
  `create table session (
    id text primary key,
    user_id text not null references app_user (id),
    workspace_id text not null references workspace (id),
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    check (expires_at > created_at)
  )`,
  `create index session_of_user on session (user_id, id) where revoked_at is null`,
  `create index session_by_expiry on session (expires_at)`,
]

const ANSWERS = [
  // A replay repeats the stored answer, with its members in the same order.
  'alter table idempotent_answer alter column answer type json',
]

const USAGE = [
  // The usage of a key is counted from its index alone, newest first.
  `drop index run_by_key`,
  `create index run_by_key on run (api_key_id, id desc) include (charged)`,
  `create index run_without_key on run (workspace_id, id desc) include (charged) where api_key_id is null`,
]
