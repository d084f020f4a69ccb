-- The vectors of what discover finds, for all replicas and for the next start.
create table discover_vector (
  id integer generated always as identity primary key,
  -- The hash of the service's address, its model and the text.
  digest text not null unique,
  -- null: an api process is having it made, or was.
  vector real[],
  -- Until then no other process has it made.
  claimed_until timestamptz not null,
  -- The last start that needed it, to the day.
  used_on date not null default current_date
);
-- Its numbers do not compress.
alter table discover_vector alter column vector set storage external;

-- How often discover found nothing, by day and word.
create table discover_miss (
  day date not null,
  -- A keyed digest of the word's stem.
  word_digest bytea not null check (octet_length(word_digest) = 16),
  misses integer not null check (misses > 0),
  -- One of 64 bits for each client address, chosen by a keyed digest of address and word: it counts addresses and
  -- identifies none.
  callers bigint not null check (callers <> 0),
  -- null: too few addresses have missed with it to show it.
  word text check (length(word) between 3 and 24),
  primary key (day, word_digest)
) with (fillfactor = 70);
create index discover_miss_of_word on discover_miss (word_digest);
