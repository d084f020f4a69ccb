import { Migration } from '@mikro-orm/migrations'

/** How many runs of a row no provider could take. */
export class JobRowRefusals extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table job_row add column refusals smallint not null default 0')
  }
}
