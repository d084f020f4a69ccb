import { ENVIRONMENT } from './literals.ts'

/** People, their sessions and the API keys of workspaces (decisions, "Keys, sessions, connected apps"). */
export const PEOPLE = [
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
  `create table api_key (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${ENVIRONMENT},
    name text not null,
    hash bytea not null unique check (octet_length(hash) = 32),
    display text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index api_key_of_workspace on api_key (workspace_id)`,
]
