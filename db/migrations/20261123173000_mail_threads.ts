import { Migration } from '@mikro-orm/migrations'

/**
 * Who takes part in the thread of a received message: a reply passes the repeat guard for these people. Of a message
 * from before, no person is known, so the guard judges every recipient of its reply.
 */
export class MailThreads extends Migration {
  override up(): void {
    this.addSql(`alter table received_message add column thread_id text check (thread_id <> ''),
      add column participants text[] not null default '{}'`)
    this.addSql(`create index received_message_of_thread
      on received_message (workspace_id, environment, thread_id, received_at desc) where thread_id is not null`)
  }
}
