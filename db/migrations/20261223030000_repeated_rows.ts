import { Migration } from '@mikro-orm/migrations'

/** Rows of a job that equal an earlier row: they have its run. */
export class RepeatedRows extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table job add column repeated integer not null default 0,
      add check (found + missed + failed + blocked + invalid + saved + cancelled + repeated <= row_count)`)
    // The number of the row whose run it has.
    this.addSql(`alter table job_row add column same_as integer,
      drop constraint job_row_outcome_check,
      add constraint job_row_outcome_check check (outcome in
        ('found', 'missed', 'failed', 'blocked', 'invalid', 'saved', 'cancelled', 'repeated')),
      add check (same_as < number and (same_as is null or outcome = 'repeated'))`)
  }
}
