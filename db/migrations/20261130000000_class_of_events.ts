import { Migration } from '@mikro-orm/migrations'

/** The class of a received message, by which the stream is read: only events that have one are in the index. */
export class ClassOfEvents extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(
      `create index event_by_class on event (workspace_id, environment, (data ->> 'class'), sequence)
        where data ->> 'class' is not null`,
    )
  }
}
