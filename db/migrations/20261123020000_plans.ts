import { Migration } from '@mikro-orm/migrations'

/** Negotiated rates (Spec 2.2) and the audit of operators' changes. */
export class Plans extends Migration {
  override up(): void {
    for (const statement of [...RATES, ...AUDIT]) this.addSql(statement)
  }
}

const RATES = [
  // A workspace has few rates; each of its runs reads them by the first column of the key.
  `create table negotiated_rate (
    workspace_id text not null references workspace (id),
    -- 'contact.find', 'contact.find@hunter' or 'raw:hunter'.
    target text not null check (target ~ '^(raw:[a-z0-9-]+|[a-z]+\\.[a-z_]+(@[a-z0-9-]+)?)$'),
    -- '0.02' USD a call, '85%' of the list price, or 'x1.2' times the provider's cost.
    terms text not null check (terms ~ '^(\\d{1,9}(\\.\\d{1,6})?|\\d{1,4}(\\.\\d{1,2})?%|x\\d{1,3}(\\.\\d{1,6})?)$'),
    agreed_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, target),
    -- Calls of capabilities are never priced by a provider's cost, raw calls by nothing else.
    check (terms like '%\\%' or (target like 'raw:%') = (terms like 'x%'))
  )`,
]

const AUDIT = [
  // A later reader has only this entry: it outlives the workspace, and names it without a foreign key.
  `create table audit_entry (
    id bigserial primary key,
    at timestamptz not null default clock_timestamp(),
    -- Who did it: the operating system's user, or who it was done for.
    actor text not null check (actor <> ''),
    -- null: it concerns no single workspace.
    workspace_id text,
    action text not null check (action ~ '^[a-z_]+\\.[a-z_]+$'),
    -- What was there and what is there now; null is nothing.
    before jsonb,
    after jsonb,
    reason text not null check (reason <> ''),
    check (before is not null or after is not null)
  )`,
  `create index audit_entry_of_workspace on audit_entry (workspace_id, id desc)`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are immutable: % refused', tg_op using errcode = 'restrict_violation';
    end $$`,
  `create trigger audit_entry_is_immutable before update or delete on audit_entry
    for each row execute function refuse_audit_change()`,
  `create trigger audit_entry_is_not_truncated before truncate on audit_entry
    for each statement execute function refuse_audit_change()`,
]
