import { Migration } from '@mikro-orm/migrations'

/**
 * The inboxes and accounts that workspaces send from and receive with. An id at a provider belongs to one workspace,
 * permanently.
 */
export class InboxesAndAccounts extends Migration {
  override up(): void {
    for (const statement of [...INBOXES, ...ACCOUNTS, ...MESSAGES]) this.addSql(statement)
  }
}

const environment = "text not null check (environment in ('test', 'live'))"

const INBOXES = [
  `create table inbox (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${environment},
    provider text not null check (provider <> ''),
    external_id text not null check (external_id <> ''),
    address text not null check (address = lower(address)),
    domain text not null check (domain <> '' and right(address, length(domain) + 1) = '@' || domain),
    status text not null check (status in ('pending', 'active', 'disabled', 'removed')),
    created_at timestamptz not null default clock_timestamp(),
    unique (provider, external_id)
  )`,
  `create index inbox_of_workspace on inbox (workspace_id, environment, id)`,
]

const ACCOUNTS = [
  `create table messaging_account (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${environment},
    network text not null check (network in ('linkedin', 'instagram', 'whatsapp', 'gmail')),
    provider text not null check (provider <> ''),
    external_id text not null check (external_id <> ''),
    name text not null,
    status text not null check (status in ('connecting', 'connected', 'disconnected', 'removed')),
    connected_at timestamptz,
    unique (provider, external_id),
    check (status <> 'connected' or connected_at is not null)
  )`,
  `create index messaging_account_of_workspace on messaging_account (workspace_id, environment, network, id)`,
]

const MESSAGES = [
  // Finds the inbox that a message was sent from, so that a reply is sent from the same inbox. A hash index, because
  // providers do not limit the length of a message's id and a B-tree does.
  `create index attempt_message on attempt using hash ((output ->> 'message_id'))
    where capability = 'email.send' and outcome = 'succeeded'`,
]
