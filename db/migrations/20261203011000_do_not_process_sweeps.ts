import { Migration } from '@mikro-orm/migrations'

/** What a list removes of the data of before, once it has switched, and how far that is: a receipt without a person. */
export class DoNotProcessSweeps extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`create table do_not_process_sweep (
      id text primary key,
      list_id text not null references do_not_process_list (id),
      workspace_id text not null references workspace (id),
      environment text not null check (environment in ('test', 'live')),
      -- Of the list when it switched.
      version integer not null check (version > 0),
      entries integer not null check (entries >= 0),
      -- How far it is: the stage, and where its next batch begins.
      stage text not null,
      after text not null default '',
      -- A run that names someone on the list waits for its final bill: the stage begins again.
      waits boolean not null default false,
      -- How much it has removed, by kind of thing.
      removed jsonb not null default '{}' check (jsonb_typeof(removed) = 'object'),
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      -- A later version of the list, or its deletion, has ended it.
      superseded boolean not null default false,
      -- When a worker continues it.
      sweep_at timestamptz default clock_timestamp(),
      check ((finished_at is null) = (sweep_at is not null)),
      check (not superseded or finished_at is not null)
    )`)
    this.addSql('create index do_not_process_sweep_of_list on do_not_process_sweep (list_id, id desc)')
    this.addSql(`create index do_not_process_sweep_due on do_not_process_sweep (sweep_at) where finished_at is null`)
  }
}
