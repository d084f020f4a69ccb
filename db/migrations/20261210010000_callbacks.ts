import { Migration } from '@mikro-orm/migrations'

/** Runs that name a URL for their end, and the endpoint of a workspace's callbacks. */
export class Callbacks extends Migration {
  override up(): void {
    // In the order in which a settlement locks them. A migration that waits for a long transaction gives up.
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table run add column callback_url text,
      add constraint run_callback_url check (callback_url <> '' and length(callback_url) <= 2048) not valid`)
    // The endpoint of callbacks has the secret that signs them. Its deliveries have URLs of their runs.
    this.addSql('alter table webhook_endpoint add column callbacks boolean not null default false')
    this.addSql(`create unique index webhook_endpoint_of_callbacks on webhook_endpoint (workspace_id, environment)
      where callbacks`)
    // null: that of its endpoint.
    this.addSql(`alter table webhook_delivery add column url text,
      add constraint webhook_delivery_url check (url <> '' and length(url) <= 2048) not valid`)
    this.addSql(`create or replace function note_finished_run() returns trigger language plpgsql as $$
      begin
        if new.callback_url is not null or exists (select from webhook_endpoint w
            where w.workspace_id = new.workspace_id and w.environment = new.environment and w.enabled
              and 'run.finished' = any (w.events)) then
          insert into unreported_run (run_id, workspace_id, environment)
            values (new.id, new.workspace_id, new.environment);
        end if;
        return null;
      end $$`)
  }
}
