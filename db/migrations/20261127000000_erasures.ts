import { Migration } from '@mikro-orm/migrations'
import { ENVIRONMENT, WORKSPACE } from './baseline/literals.ts'

/** Erasures of a person's data, and their receipts. */
export class Erasures extends Migration {
  override up(): void {
    this.addSql(`create table erasure (
      id text primary key,
      workspace_id ${WORKSPACE},
      environment ${ENVIRONMENT},
      kind text not null check (kind in ('email', 'linkedin', 'phone', 'handle')),
      reference text check (length(reference) between 1 and 100),
      keep_suppression boolean not null,
      -- The person, and every name found of them; null as soon as it is finished.
      subject text check (subject <> ''),
      names jsonb,
      -- How far it is: the stage, where its next batch begins, and the first run that has to end before.
      stage text,
      after text,
      waiting text,
      -- How much it has erased, by kind of thing.
      erased jsonb not null default '{}' check (jsonb_typeof(erased) = 'object'),
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      -- When the sweeper starts its workflow, and looks for it again.
      sweep_at timestamptz default clock_timestamp(),
      check ((finished_at is null) = (subject is not null)),
      check ((finished_at is null) = (sweep_at is not null)),
      check (finished_at is null or num_nonnulls(names, stage, after, waiting) = 0)
    )`)
    this.addSql('create index erasure_of_workspace on erasure (workspace_id, environment, id desc)')
    this.addSql('create index erasure_overdue on erasure (sweep_at) where finished_at is null')
  }
}
