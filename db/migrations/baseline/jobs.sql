create table job (
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
  -- The columns of the uploaded file, and how it was written; null for jobs of other rows.
  file jsonb,
  routing jsonb not null,
  status text not null check (status in ('estimating', 'awaiting_approval', 'running', 'paused', 'finishing',
    'succeeded', 'partially_succeeded', 'cancelled', 'failed')),
  reason text check (reason in ('pilot_finished', 'estimate_above_ceiling', 'approval_needed', 'requested',
    'ceiling_reached', 'insufficient_balance', 'daily_limit', 'key_budget', 'provider_outage', 'payer_revoked',
    'request_refused')),
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
  repeated integer not null default 0,
  -- Since when its rows run without a rest, and how many had ended by then: its pace is measured from there.
  pace_since timestamptz,
  pace_done integer not null default 0,
  -- What it keeps counts against a quota of its workspace.
  kept_rows integer,
  kept_bytes bigint check (kept_bytes >= 0),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- When the payloads of its rows were deleted.
  purged_at timestamptz,
  -- When the sweeper starts or wakes its workflow; null while there is nothing to do.
  sweep_at timestamptz default clock_timestamp() + interval '30 seconds',
  check ((capability is null) = (raw_request is not null)),
  check (found + missed + failed + blocked + invalid + saved + cancelled <= row_count),
  check ((finished_at is not null) =
    (status in ('succeeded', 'partially_succeeded', 'cancelled', 'failed'))),
  check (status not in ('paused', 'awaiting_approval') or reason is not null),
  check (kept_rows between 0 and row_count),
  check (found + missed + failed + blocked + invalid + saved + cancelled + repeated <= row_count)
) with (fillfactor = 70);
create index job_listing on job (workspace_id, environment, id desc);
create index job_open on job (workspace_id) where finished_at is null;
create index job_due on job (sweep_at) where sweep_at is not null;
create index job_kept on job (workspace_id, created_at) where purged_at is null;

create table job_row (
  job_id text not null references job (id) on delete cascade,
  number integer not null check (number > 0),
  -- The key of a table's row.
  key text,
  -- What its run is made of; null once the row has ended.
  request jsonb,
  run_id text,
  -- How many runs of it no provider could take.
  refusals smallint not null default 0,
  outcome text check (outcome in
    ('found', 'missed', 'failed', 'blocked', 'invalid', 'saved', 'cancelled', 'repeated')),
  -- The number of the equal row whose run it has.
  same_as integer,
  -- Why no run was made of it.
  error jsonb,
  primary key (job_id, number),
  check (outcome is not null or request is not null),
  check (same_as < number and (same_as is null or outcome = 'repeated'))
) with (fillfactor = 50);
-- `run_id` is in no condition: a row that begins changes no index, and stays in its page, which has room for a second
-- version of each row.
create index job_row_open on job_row (job_id, number) where outcome is null;
create index job_row_outcome on job_row (job_id, outcome, number) where outcome is not null;

-- The cells of a row of the uploaded file, by the names of their columns: apart from the row, which changes often.
create table job_row_cells (
  job_id text not null references job (id) on delete cascade,
  number integer not null,
  cells jsonb not null,
  primary key (job_id, number)
);

-- Files whose rows jobs run, kept for a day.
create table job_upload (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  columns text[] not null check (cardinality(columns) > 0),
  -- How the file was read.
  reading jsonb,
  -- Rows of the file, and those of them that an earlier row equals.
  rows integer not null check (rows > 0),
  duplicates integer not null check (duplicates >= 0 and duplicates < rows),
  -- Of the file.
  bytes integer not null check (bytes > 0),
  -- A key, an app or a person.
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index job_upload_of_workspace on job_upload (workspace_id, environment, id);
create index job_upload_expires on job_upload (expires_at);

-- A part has some hundred rows: a list of lists, each with the row's line in the file and its cells.
create table job_upload_part (
  upload_id text not null references job_upload (id) on delete cascade,
  first_number integer not null check (first_number > 0),
  last_number integer not null check (last_number >= first_number),
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  primary key (upload_id, last_number)
);

-- What the columns of imported files became, how uploads were read, and the file's own cells in the rows of a job.
create table file_mapping (
  workspace_id text not null references workspace (id),
  -- A digest of the headings in any order.
  headings text not null,
  -- Heading to field; null for a column that was left out.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  used_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, headings)
);
