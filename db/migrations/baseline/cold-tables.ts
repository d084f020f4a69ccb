/** Tables that requests read and write row by row, as MikroORM has generated them. */
export const COLD_TABLES = [
  `create table "actor_schema" (
    "provider" text not null,
    "actor_id" text not null,
    "fetched_at" timestamptz not null,
    "properties" jsonb not null,
    "required" jsonb not null,
    "omitted" int not null,
    "price" jsonb null,
    primary key ("provider", "actor_id")
  )`,
  `alter table "actor_schema" add constraint "actor_schema_actor_id_check"
    check (length(actor_id) >= 1 and length(actor_id) <= 201)`,
  `alter table "actor_schema" add constraint "actor_schema_properties_check"
    check (jsonb_typeof(properties) = 'object')`,
  `alter table "actor_schema" add constraint "actor_schema_required_check" check (jsonb_typeof(required) = 'array')`,
  `alter table "actor_schema" add constraint "actor_schema_omitted_check" check (omitted >= 0)`,
  `alter table "actor_schema" add constraint "actor_schema_price_check" check (jsonb_typeof(price) = 'object')`,
  `create table "known_issue" (
    "id" text not null,
    "title" text not null,
    "status" text not null,
    "workaround" text null,
    "endpoint" text null,
    "types" text[] not null default '{}',
    "words" text[] not null default '{}',
    "created_at" timestamptz not null default clock_timestamp(),
    "updated_at" timestamptz not null default clock_timestamp(),
    primary key ("id")
  )`,
  `alter table "known_issue" add constraint "known_issue_check"
    check (endpoint is not null or cardinality(words) > 0)`,
  `alter table "known_issue" add constraint "known_issue_title_check" check (title <> '')`,
  `alter table "known_issue" add constraint "known_issue_endpoint_check" check (endpoint <> '')`,
  `alter table "known_issue" add constraint "known_issue_status_check"
    check ("status" in ('acknowledged', 'planned', 'in_progress', 'fixed', 'wont_fix'))`,
  `create table "reported_health" (
    "provider" text not null,
    "target" text not null,
    "read_at" timestamptz not null,
    "calls" int not null,
    "successes" int not null,
    primary key ("provider", "target")
  )`,
  `alter table "reported_health" add constraint "reported_health_check"
    check (successes >= 0 and successes <= calls)`,
  `alter table "reported_health" add constraint "reported_health_calls_check" check (calls >= 0)`,
  `create table "workspace" (
    "id" text not null,
    "name" text not null,
    "created_at" timestamptz not null default now(),
    "plan" text not null default 'pay_per_call',
    "tables_enabled_at" timestamptz null,
    "repeat_touch_days" int not null default 30,
    "seeded_as" text null,
    primary key ("id")
  )`,
  `alter table "workspace" add constraint "workspace_seeded_as_key" unique ("seeded_as")`,
  `alter table "workspace" add constraint "workspace_repeat_touch_days_check"
    check (repeat_touch_days >= 0 and repeat_touch_days <= 365)`,
  `alter table "workspace" add constraint "workspace_plan_check"
    check ("plan" in ('pay_per_call', 'plus', 'pro', 'scale'))`,
  `create table "webhook_endpoint" (
    "id" text not null,
    "workspace_id" text not null,
    "environment" text not null,
    "url" text not null,
    "events" text[] not null default '{}',
    "description" text null,
    "enabled" boolean not null default true,
    "disabled_reason" text null,
    "generation" int not null default 1,
    "failing_since" timestamptz null,
    "last_failed_at" timestamptz null,
    "created_at" timestamptz not null default clock_timestamp(),
    "updated_at" timestamptz not null default clock_timestamp(),
    primary key ("id")
  )`,
  `create index "webhook_endpoint_of_workspace" on "webhook_endpoint" ("workspace_id", "environment", "id")`,
  `create index "webhook_endpoint_failing" on "webhook_endpoint" ("failing_since") where enabled
    and failing_since is not null`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_check"
    check (not enabled or disabled_reason is null)`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_check1"
    check ((failing_since is null) = (last_failed_at is null))`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_check2" check (failing_since <= last_failed_at)`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_url_check"
    check (url <> '' and length(url) <= 2048)`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_generation_check" check (generation > 0)`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_environment_check"
    check ("environment" in ('test', 'live'))`,
  `create table "messaging_account" (
    "id" text not null,
    "workspace_id" text not null,
    "environment" text not null,
    "network" text not null,
    "provider" text not null,
    "external_id" text not null,
    "name" text not null,
    "status" text not null,
    "connected_at" timestamptz null,
    "connection_id" text null,
    primary key ("id")
  )`,
  `create index "messaging_account_of_workspace" on "messaging_account" ("workspace_id", "environment", "network", "id")`,
  `alter table "messaging_account" add constraint "messaging_account_provider_external_id_key"
    unique ("provider", "external_id")`,
  `alter table "messaging_account" add constraint "messaging_account_check"
    check (status <> 'connected' or connected_at is not null)`,
  `alter table "messaging_account" add constraint "messaging_account_provider_check" check (provider <> '')`,
  `alter table "messaging_account" add constraint "messaging_account_external_id_check" check (external_id <> '')`,
  `alter table "messaging_account" add constraint "messaging_account_environment_check"
    check ("environment" in ('test', 'live'))`,
  `alter table "messaging_account" add constraint "messaging_account_network_check"
    check ("network" in ('linkedin', 'instagram', 'whatsapp', 'gmail'))`,
  `alter table "messaging_account" add constraint "messaging_account_status_check"
    check ("status" in ('connecting', 'connected', 'disconnected', 'removed'))`,
  `create table "invoice" (
    "id" text not null,
    "workspace_id" text not null,
    "environment" text not null,
    "number" int not null,
    "kind" text not null,
    "source" text not null,
    "description" text not null,
    "amount" bigint not null,
    "refunded" bigint not null default 0,
    "simulated" boolean not null,
    "period_start" timestamptz not null,
    "period_end" timestamptz not null,
    "created_at" timestamptz not null default clock_timestamp(),
    primary key ("id")
  )`,
  `alter table "invoice" add constraint "invoice_source_key" unique ("source")`,
  `alter table "invoice" add constraint "invoice_workspace_id_environment_number_key"
    unique ("workspace_id", "environment", "number")`,
  `alter table "invoice" add constraint "invoice_check" check (refunded >= 0 and refunded <= amount)`,
  `alter table "invoice" add constraint "invoice_check1" check (period_end >= period_start)`,
  `alter table "invoice" add constraint "invoice_number_check" check (number > 0)`,
  `alter table "invoice" add constraint "invoice_amount_check" check (amount > 0)`,
  `alter table "invoice" add constraint "invoice_environment_check" check ("environment" in ('test', 'live'))`,
  `alter table "invoice" add constraint "invoice_kind_check" check ("kind" in ('topup', 'plan'))`,
  `create table "inbox" (
    "id" text not null,
    "workspace_id" text not null,
    "environment" text not null,
    "provider" text not null,
    "external_id" text not null,
    "address" text not null,
    "domain" text not null,
    "status" text not null,
    "created_at" timestamptz not null default clock_timestamp(),
    "display_name" text null,
    "connection_id" text null,
    primary key ("id")
  )`,
  `create index "inbox_of_workspace" on "inbox" ("workspace_id", "environment", "id")`,
  `create index "inbox_of_domain" on "inbox" ("domain")`,
  `alter table "inbox" add constraint "inbox_provider_external_id_key" unique ("provider", "external_id")`,
  `alter table "inbox" add constraint "inbox_check"
    check (domain <> '' and "right"(address, length(domain) + 1) = ('@' || domain))`,
  `alter table "inbox" add constraint "inbox_provider_check" check (provider <> '')`,
  `alter table "inbox" add constraint "inbox_external_id_check" check (external_id <> '')`,
  `alter table "inbox" add constraint "inbox_address_check" check (address = lower(address))`,
  `alter table "inbox" add constraint "inbox_display_name_check" check (display_name <> '')`,
  `alter table "inbox" add constraint "inbox_environment_check" check ("environment" in ('test', 'live'))`,
  `alter table "inbox" add constraint "inbox_status_check"
    check ("status" in ('pending', 'active', 'disabled', 'removed'))`,
  `create table "email_domain" (
    "id" text not null,
    "workspace_id" text not null,
    "environment" text not null,
    "domain" text not null,
    "status" text not null,
    "provider" text not null,
    "external_id" text null,
    "connection_id" text null,
    "records" jsonb not null default '[]',
    "created_at" timestamptz not null default clock_timestamp(),
    primary key ("workspace_id", "environment", "domain")
  )`,
  `create unique index "email_domain_live_key" on "email_domain" ("domain") where environment = 'live'`,
  `alter table "email_domain" add constraint "email_domain_id_key" unique ("id")`,
  `alter table "email_domain" add constraint "email_domain_domain_check"
    check (domain = lower(domain) and domain <> '')`,
  `alter table "email_domain" add constraint "email_domain_environment_check"
    check ("environment" in ('test', 'live'))`,
  `alter table "email_domain" add constraint "email_domain_status_check"
    check ("status" in ('pending', 'active', 'failed'))`,
  `alter table "email_domain" add constraint "email_domain_provider_check" check (provider <> '')`,
  `alter table "email_domain" add constraint "email_domain_external_id_check" check (external_id <> '')`,
  `alter table "email_domain" add constraint "email_domain_records_check" check (jsonb_typeof(records) = 'array')`,
  `create table "connection" (
    "id" text not null,
    "workspace_id" text not null,
    "provider" text not null,
    "status" text not null,
    "ciphertext" bytea null,
    "wrapped_key" bytea null,
    "key_version" int null,
    "generation" int not null default 1,
    "last_verified_at" timestamptz null,
    "created_at" timestamptz not null default clock_timestamp(),
    "revoked_at" timestamptz null,
    "account" text null,
    primary key ("id")
  )`,
  `alter table "connection" add constraint "connection_workspace_id_provider_key"
    unique ("workspace_id", "provider")`,
  `alter table "connection" add constraint "connection_check"
    check ((status = 'revoked') = (revoked_at is not null))`,
  `alter table "connection" add constraint "connection_check1"
    check (num_nonnulls(ciphertext, wrapped_key, key_version) = case status when 'active' then 3 else 0 end)`,
  `alter table "connection" add constraint "connection_ciphertext_check" check (octet_length(ciphertext) > 28)`,
  `alter table "connection" add constraint "connection_wrapped_key_check" check (octet_length(wrapped_key) = 60)`,
  `alter table "connection" add constraint "connection_key_version_check" check (key_version > 0)`,
  `alter table "connection" add constraint "connection_generation_check" check (generation > 0)`,
  `alter table "connection" add constraint "connection_account_check" check (account <> '')`,
  `alter table "connection" add constraint "connection_status_check" check ("status" in ('active', 'revoked'))`,
  `alter table "webhook_endpoint" add constraint "webhook_endpoint_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "messaging_account" add constraint "messaging_account_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "invoice" add constraint "invoice_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "inbox" add constraint "inbox_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "email_domain" add constraint "email_domain_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "connection" add constraint "connection_workspace_id_fkey"
    foreign key ("workspace_id") references "workspace" ("id")`,
  `alter table "messaging_account" add constraint "messaging_account_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
  `alter table "inbox" add constraint "inbox_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
  `alter table "email_domain" add constraint "email_domain_connection_id_fkey"
    foreign key ("connection_id") references "connection" ("id") on delete no action`,
]

/** Rows that change often keep their updates within a page. */
export const STORAGE = ['alter table webhook_endpoint set (fillfactor = 80)']
