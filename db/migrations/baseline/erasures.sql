-- Erasures of a person's data, and their receipts.
create table erasure (
  id text primary key,
  workspace_id text not null references workspace (id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('email', 'linkedin', 'phone', 'handle')),
  reference text check (length(reference) between 1 and 100),
  keep_suppression boolean not null,
  -- The person, and every name found of them; null as soon as it is finished.
  subject text check (subject <> ''),
  names jsonb,
  -- Up to when it reaches: what was made later stays. null: its names are not looked up yet, or it is finished.
  up_to timestamptz,
  -- How far it is: the stage, where its next batch begins, and the first run that has to end before.
  stage text,
  after text,
  waiting text,
  -- How much it has erased, by kind of thing.
  erased jsonb not null default '{}' check (jsonb_typeof(erased) = 'object'),
  -- The rows that it leaves, because they are another person's too, and why: `[{"id", "reason"}]`.
  kept jsonb not null default '[]' check (jsonb_typeof(kept) = 'array'),
  -- When it had gone through the jobs: a row that began before may be the person's.
  jobs_passed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- When the sweeper starts its workflow, and looks for it again.
  sweep_at timestamptz default clock_timestamp(),
  check ((finished_at is null) = (subject is not null)),
  check ((finished_at is null) = (sweep_at is not null)),
  check (finished_at is null or num_nonnulls(names, stage, after, waiting) = 0)
);
create index erasure_of_workspace on erasure (workspace_id, environment, id desc);
create index erasure_overdue on erasure (sweep_at) where finished_at is null;

-- A text in which an erasure looks for a person: names are in it as their readers compare them. Typographic dashes and
-- apostrophes are written as a pattern has them. Invisible characters are removed, as `domain/identity/text.ts` does;
-- those beyond the first plane are only in emoji.
create function plainly_written(written text) returns text
language sql immutable parallel safe return lower(case
  when octet_length(written) = char_length(written) then written
  else translate(normalize(written, nfkc),
    U&'\2010\2011\2012\2013\2014\2015\2212\FE58\2018\2019\02BC'
    '\00AD\034F\0600\0601\0602\0603\0604\0605\061C\06DD\070F\0890\0891\08E2\115F\1160\17B4\17B5\180B\180C'
    '\180D\180E\180F\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2065\2066'
    '\2067\2068\2069\206A\206B\206C\206D\206E\206F\3164\FE00\FE01\FE02\FE03\FE04\FE05\FE06\FE07\FE08\FE09'
    '\FE0A\FE0B\FE0C\FE0D\FE0E\FE0F\FEFF\FFA0\FFF0\FFF1\FFF2\FFF3\FFF4\FFF5\FFF6\FFF7\FFF8\FFF9\FFFA\FFFB'
    '\FFFC',
    '--------''''''')
end);
