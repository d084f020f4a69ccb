import { Migration } from '@mikro-orm/migrations'

/** Runs that have ended and whose `run.finished` is not written yet. */
export class FinishedRuns extends Migration {
  override up(): void {
    // A migration that waits for a long transaction gives up and is run again.
    this.addSql("set local lock_timeout = '10s'")
    // Rows live a second, so they need no foreign key.
    this.addSql(`create table unreported_run (
      run_id text primary key,
      workspace_id text not null,
      environment text not null check (environment in ('test', 'live'))
    ) with (fillfactor = 50)`)
    this.addSql('create index unreported_run_of_stream on unreported_run (workspace_id, environment, run_id)')
    // By the database, so that no end is forgotten: not one of a statement to come, and not one of a worker of the
    // version before. Where no endpoint names the type, it is one look at an index.
    this.addSql(`create function note_finished_run() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook_endpoint w where w.workspace_id = new.workspace_id
            and w.environment = new.environment and w.enabled and 'run.finished' = any (w.events)) then
          insert into unreported_run (run_id, workspace_id, environment)
            values (new.id, new.workspace_id, new.environment);
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger run_finished after update of finished_at on run for each row
      when (old.finished_at is null and new.finished_at is not null) execute function note_finished_run()`)
  }
}
