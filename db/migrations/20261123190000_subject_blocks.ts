import { Migration } from '@mikro-orm/migrations'

/**
 * The subjects of a run that names more than have a row of `run_subject`, in blocks. A key is a hash: the block says
 * exactly which subject it is.
 */
export class SubjectBlocks extends Migration {
  override up(): void {
    this.addSql(`create table run_subject_block (
      run_id text not null references run (id),
      place text not null check (place in ('input', 'result')),
      number integer not null check (number >= 0),
      workspace_id text not null,
      environment text not null check (environment in ('test', 'live')),
      -- Hashes of the subjects, and of the words of names.
      keys bigint[] not null,
      -- For each subject its kind and value, its JSON path, whether it is named itself, and the words of a name.
      found text[] not null,
      paths text[] not null,
      exact boolean[] not null,
      words text[] not null,
      primary key (run_id, place, number),
      check (cardinality(found) between 1 and 32),
      check (cardinality(paths) = cardinality(found)),
      check (cardinality(exact) = cardinality(found)),
      check (cardinality(words) = cardinality(found))
    )`)
    // Without a list of pending entries, which every query would read.
    this.addSql(`create index run_subject_block_keys on run_subject_block using gin (keys) with (fastupdate = off)`)
  }
}
