import { Migration } from '@mikro-orm/migrations'

/**
 * Lists of people and companies that are not processed. An entry is the first half of a SHA-256; a block has those of
 * one part of an upload that begin with the same twelve bits, so a look-up reads one short row for each part.
 */
export class DoNotProcess extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`create table do_not_process_list (
      id text primary key,
      workspace_id text not null references workspace (id),
      environment text not null check (environment in ('test', 'live')),
      name text not null check (name <> '' and length(name) <= 100),
      kind text not null check (kind in ('email', 'phone', 'linkedin', 'domain', 'name_zip')),
      hash text not null check (hash in ('none', 'sha256')),
      -- Of the upload that applies, 0: none has been complete. One that is under way has the next version.
      version integer not null default 0 check (version >= 0),
      entries integer not null default 0 check (entries >= 0),
      switched_at timestamptz,
      -- The part that completed the upload that applies, and the SHA-256 of its body: it may be repeated.
      last_part integer,
      last_body bytea check (octet_length(last_body) = 32),
      created_at timestamptz not null default clock_timestamp(),
      -- Its entries are gone; its receipts stay.
      deleted_at timestamptz,
      check ((version > 0) = (switched_at is not null)),
      check ((version > 0) = (last_part is not null)),
      check ((version > 0) = (last_body is not null))
    )`)
    this.addSql('create index do_not_process_list_of_workspace on do_not_process_list (workspace_id, environment, id)')
    this.addSql(`create index do_not_process_list_that_applies on do_not_process_list (workspace_id, environment, kind)
      where version > 0 and deleted_at is null`)
    this.addSql(`create table do_not_process_part (
      list_id text not null references do_not_process_list (id) on delete cascade,
      version integer not null check (version > 0),
      part integer not null check (part > 0),
      entries integer not null check (entries >= 0),
      created_at timestamptz not null default clock_timestamp(),
      primary key (list_id, version, part)
    )`)
    this.addSql('create index do_not_process_part_age on do_not_process_part (created_at)')
    this.addSql(`create table do_not_process_block (
      list_id text not null references do_not_process_list (id) on delete cascade,
      version integer not null check (version > 0),
      number smallint not null check (number between 0 and 4095),
      part integer not null check (part > 0),
      digests bytea not null check (octet_length(digests) > 0 and octet_length(digests) % 16 = 0),
      primary key (list_id, version, number, part)
    )`)
    this.addSql('alter table do_not_process_block alter column digests set storage main')
  }
}
