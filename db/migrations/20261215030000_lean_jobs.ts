import { Migration } from '@mikro-orm/migrations'

/**
 * A row of a job that begins changes no index, and stays in its page. Rows of jobs are purged as payloads of runs are,
 * and an erasure knows which runs of rows began before it had gone through the jobs.
 */
export class LeanJobs extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('create index job_row_open on job_row (job_id, number) where outcome is null')
    // `run_id` was in their conditions, so each begin of a row wrote to all indexes. `job_row_open` serves both.
    this.addSql('drop index job_row_waiting, job_row_under_way')
    // Room for a second version of each row.
    this.addSql('alter table job_row set (fillfactor = 50)')
    // When the payloads of its rows were deleted.
    this.addSql('alter table job add column purged_at timestamptz')
    this.addSql('create index job_kept on job (workspace_id, created_at) where purged_at is null')
    // When the erasure had gone through the jobs: a row that began before may be the person's.
    this.addSql('alter table erasure add column jobs_passed_at timestamptz')
  }
}
