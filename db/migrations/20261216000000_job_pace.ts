import { Migration } from '@mikro-orm/migrations'

/** Since when the rows of a job run without a rest, and how many had ended by then: its pace is measured from there. */
export class JobPace extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table job add column pace_since timestamptz, add column pace_done integer not null default 0')
  }
}
