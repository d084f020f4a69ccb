import { Migration } from '@mikro-orm/migrations'

/**
 * Raw runs (Spec 4.2, 4.3): the request to an endpoint, the cost that the provider reports, an actor's own run, and the
 * final bill. The bill is read after the run has ended; until then a part of the hold stays open.
 */
export class RawRuns extends Migration {
  override up(): void {
    for (const statement of [...RUNS, ...ATTEMPTS, ...BILLS]) this.addSql(statement)
  }
}

const ENDED = "('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')"

const RUNS = [
  `alter table run
    add column raw_request jsonb,
    add column final_bill_due_at timestamptz,
    add column final_bill_until timestamptz,
    add column final_bill_readings integer not null default 0`,
  `alter table run add constraint run_raw_request check ((kind = 'endpoint') = (raw_request is not null))`,
  // The check that an ended run holds nothing was created without an explicit name.
  `do $$
    declare name text;
    begin
      select conname into strict name from pg_constraint
        where conrelid = 'run'::regclass and contype = 'c'
          and pg_get_constraintdef(oid) like '%held = 0%' and pg_get_constraintdef(oid) like '%blocked%';
      execute format('alter table run drop constraint %I', name);
    end $$`,
  `alter table run add constraint run_ended_hold check (status not in ${ENDED} or held = 0 or final_bill_due_at is not null)`,
  `alter table run add constraint run_final_bill check (final_bill_due_at is null or (status = 'succeeded' and final_bill_until is not null))`,
  `drop index run_overdue`,
  `create index run_overdue on run (sweep_at) where finished_at is null or final_bill_due_at is not null`,
]

const ATTEMPTS = [
  `alter table attempt
    alter column capability drop not null,
    add column endpoint text,
    -- json and not jsonb: a raw payload keeps the order of its members.
    add column payload json,
    add column cost bigint check (cost >= 0),
    add column rate_card bigint check (rate_card >= 0),
    add column external_id text`,
  `alter table attempt add constraint attempt_payload check (payload is null or (outcome = 'succeeded' and endpoint is not null))`,
  `alter table attempt add constraint attempt_target check ((capability is null) <> (endpoint is null))`,
]

const BILLS = [
  // The primary key repeats the promise: a run's final bill is booked once.
  `create table usage_charge (
    run_id text not null references run (id),
    reason text not null check (reason in ('provider_final_bill')),
    amount bigint not null check (amount <> 0),
    created_at timestamptz not null default clock_timestamp(),
    primary key (run_id, reason)
  )`,
]
