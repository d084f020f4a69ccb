import { Migration } from '@mikro-orm/migrations'

/**
 * Who sent a received message, by each of their names, and what the message is: it outlives its event, as a touch
 * outlives its run. A message is also found by its provider's id, whose length has no limit.
 */
export class MessageSenders extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`create table message_sender (
      event_id text not null,
      kind text not null check (kind in ('email', 'linkedin', 'handle', 'phone')),
      value text not null check (value <> '' and length(value) <= 500),
      workspace_id text not null,
      environment text not null check (environment in ('test', 'live')),
      class text not null check (class <> ''),
      at timestamptz not null,
      primary key (event_id, kind, value)
    )`)
    this.addSql('create index message_sender_of_subject on message_sender (workspace_id, environment, kind, value, at)')
    this.addSql(
      `create index event_by_message on event using hash ((data ->> 'message_id')) where data ->> 'class' is not null`,
    )
  }
}
