import { Migration } from '@mikro-orm/migrations'

/** Jobs: one request for many rows, with a ceiling. */
export class Jobs extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    // The job that started the run, and the budget that is the job's ceiling.
    this.addSql('alter table run add column job_id text, add column job_budget_id bigint')
    this.addSql(`create table job (
      id text primary key,
      workspace_id text not null references workspace (id),
      environment text not null check (environment in ('test', 'live')),
      api_key_id text references api_key (id),
      connected_app_id text,
      request_id text not null,
      capability text,
      -- Of a raw job: provider, endpoint, path and query, with the placeholders of the request.
      raw_request jsonb,
      -- The rows, the input with its placeholders, and the record, as they were requested.
      request jsonb not null,
      routing jsonb not null,
      status text not null check (status in ('estimating', 'awaiting_approval', 'running', 'paused', 'finishing',
        'succeeded', 'partially_succeeded', 'cancelled', 'failed')),
      reason text check (reason in ('pilot_finished', 'estimate_above_ceiling', 'requested', 'ceiling_reached',
        'insufficient_balance', 'daily_limit', 'key_budget', 'provider_outage')),
      -- Noted on each of its runs.
      metadata jsonb,
      callback_url text,
      -- The job whose failed rows it runs again: they run again once.
      retry_of text unique references job (id),
      is_cancelled boolean not null default false,
      -- The number of the last row of the pilot; null once the pilot is over, or without one.
      pilot_until integer,
      approve text not null check (approve in ('auto', 'manual')),
      concurrency integer not null check (concurrency > 0),
      estimate jsonb not null,
      -- The hold that the ceiling refused last: no run starts until so much is left.
      needed bigint,
      row_count integer not null check (row_count > 0),
      found integer not null default 0,
      missed integer not null default 0,
      failed integer not null default 0,
      blocked integer not null default 0,
      invalid integer not null default 0,
      saved integer not null default 0,
      cancelled integer not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      -- When the sweeper starts or wakes its workflow; null while there is nothing to do.
      sweep_at timestamptz default clock_timestamp() + interval '30 seconds',
      check ((capability is null) = (raw_request is not null)),
      check (found + missed + failed + blocked + invalid + saved + cancelled <= row_count),
      check ((finished_at is not null) =
        (status in ('succeeded', 'partially_succeeded', 'cancelled', 'failed'))),
      check (status not in ('paused', 'awaiting_approval') or reason is not null)
    ) with (fillfactor = 70)`)
    this.#indexesOfJobs()
    this.#rowsOfJobs()
  }

  #indexesOfJobs(): void {
    this.addSql('create index job_listing on job (workspace_id, environment, id desc)')
    this.addSql('create index job_open on job (workspace_id) where finished_at is null')
    this.addSql('create index job_due on job (sweep_at) where sweep_at is not null')
  }

  #rowsOfJobs(): void {
    this.addSql(`create table job_row (
      job_id text not null references job (id) on delete cascade,
      number integer not null check (number > 0),
      -- The key of a table's row.
      key text,
      -- What its run is made of; null once the row has ended.
      request jsonb,
      run_id text,
      outcome text check (outcome in ('found', 'missed', 'failed', 'blocked', 'invalid', 'saved', 'cancelled')),
      -- Why no run was made of it.
      error jsonb,
      primary key (job_id, number),
      check (outcome is not null or request is not null)
    ) with (fillfactor = 70)`)
    this.addSql(`create index job_row_waiting on job_row (job_id, number) where outcome is null and run_id is null`)
    this.addSql(`create index job_row_under_way on job_row (job_id, number) where outcome is null
      and run_id is not null`)
    this.addSql('create index job_row_outcome on job_row (job_id, outcome, number) where outcome is not null')
  }
}
