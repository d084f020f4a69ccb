import { Migration } from '@mikro-orm/migrations'
import { MIGRATIONS as OURS } from '../../db/migrations/index.ts'

/** What a coming release may add to tables that every run writes. */
class NotesOfRuns extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '2s'")
    this.addSql('alter table run add column note text, add column reviews integer not null default 0')
    this.addSql(`alter table run add constraint run_note check (length(note) <= 100) not valid`)
    this.addSql(`alter table run drop constraint run_status_check, add constraint run_status_check check (status in
      ('created', 'awaiting_approval', 'reserved', 'queued', 'running', 'in_review', 'succeeded', 'no_match', 'failed',
        'timed_out', 'blocked', 'cancelled')) not valid`)
    this.addSql('create table run_note (run_id text primary key references run (id), note text not null)')
  }
}

/** The migrations of the next release: one more than this code knows. */
export const MIGRATIONS = [...OURS, { name: '20990101000000_notes_of_runs', class: NotesOfRuns }]
