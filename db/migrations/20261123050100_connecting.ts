import { Migration } from '@mikro-orm/migrations'

/** The tables for connecting inboxes and accounts (Spec 4.13). */
export class Connecting extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const environment = "text not null check (environment in ('test', 'live'))"
const workspace = 'text not null references workspace (id)'

const STATEMENTS = [
  `create table account_link (
    id text primary key,
    workspace_id ${workspace},
    environment ${environment},
    network text not null check (network in ('linkedin', 'instagram', 'whatsapp', 'gmail')),
    provider text not null check (provider <> ''),
    -- The account that is connected again, or that came of it.
    account_id text references messaging_account (id),
    reconnects boolean not null,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz,
    check (not reconnects or account_id is not null),
    check (used_at is null or account_id is not null)
  )`,
  `create index account_link_of_workspace on account_link (workspace_id, expires_at) where used_at is null`,
  `create index account_link_of_account on account_link (account_id)`,
  `create table email_domain (
    workspace_id ${workspace},
    environment ${environment},
    domain text not null check (domain = lower(domain) and domain <> ''),
    status text not null check (status in ('registered', 'pending', 'active', 'failed')),
    created_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, environment, domain),
    -- A domain sends for one workspace.
    unique (environment, domain)
  )`,
  `alter table inbox add column display_name text check (display_name <> '')`,
]
