import { Migration } from '@mikro-orm/migrations'

/** What a workspace in quarantine may not have: credentials, people, and addresses outside of the service. */
const CLOSED = [
  'api_key',
  'member',
  'connected_app',
  'connection',
  'webhook_endpoint',
  'inbox',
  'email_domain',
  'account_link',
]

/** Workspaces that agents made by themselves: in quarantine until a person claims them. */
export class AgentSignUps extends Migration {
  override up(): void {
    this.addSql(`create table agent_sign_up (
      workspace_id text primary key references workspace (id),
      -- The sandbox key of the sign-up: the only one that may take the live key.
      api_key_id text not null unique references api_key (id),
      -- Of the token in the claim link.
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      -- The only person who may claim it; null: the one with the link.
      owner_email text check (owner_email = lower(owner_email) and length(owner_email) between 3 and 254),
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      -- null: in quarantine.
      claimed_at timestamptz,
      claimed_by text references app_user (id),
      -- What the person lets the agent spend, in microdollars.
      budget_amount bigint check (budget_amount >= 0),
      budget_period text check (budget_period in ('day', 'week', 'month', 'total')),
      live_key_id text unique references api_key (id),
      check (num_nonnulls(claimed_at, claimed_by, budget_amount, budget_period) in (0, 4)),
      check (live_key_id is null or claimed_at is not null)
    )`)
    // By the database, so that no path is forgotten: not a command, not a route to come, not an api of the version
    // before.
    this.addSql(`create function refuse_in_quarantine() returns trigger language plpgsql as $$
      begin
        if exists (select from agent_sign_up where workspace_id = new.workspace_id and claimed_at is null) then
          raise exception 'a workspace in quarantine has no %', tg_table_name using errcode = 'check_violation';
        end if;
        return new;
      end $$`)
    for (const table of CLOSED)
      this.addSql(`create trigger ${table}_not_in_quarantine before insert on ${table}
        for each row execute function refuse_in_quarantine()`)
    // Not validated: every earlier row satisfied a shorter list.
    this.addSql(`alter table account_mail drop constraint account_mail_kind_check,
      add constraint account_mail_kind_check check (kind in ('verify_email', 'reset_password', 'invitation', 'claim'))
      not valid`)
    this.addSql(`alter table account_mail drop constraint account_mail_check1,
      add constraint account_mail_check1 check ((kind in ('invitation', 'claim')) = (user_id is null)) not valid`)
  }
}
