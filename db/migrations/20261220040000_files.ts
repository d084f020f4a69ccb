import { Migration } from '@mikro-orm/migrations'
import { WORKSPACE } from './baseline/literals.ts'

/** What the columns of imported files became, how uploads were read, and the file's own cells in the rows of a job. */
export class Files extends Migration {
  override up(): void {
    this.addSql(`create table file_mapping (
      workspace_id ${WORKSPACE},
      -- A digest of the headings in any order.
      headings text not null,
      -- Heading to field; null for a column that was left out.
      fields jsonb not null check (jsonb_typeof(fields) = 'object'),
      used_at timestamptz not null default clock_timestamp(),
      primary key (workspace_id, headings)
    )`)
    // How the file was read; null for uploads from before.
    this.addSql('alter table job_upload add column reading jsonb')
    // The columns of the uploaded file, and how it was written; null for jobs of other rows.
    this.addSql('alter table job add column file jsonb')
    // The cells of a row of the uploaded file, by the names of their columns: apart from the row, which changes often.
    this.addSql(`create table job_row_cells (
      job_id text not null references job (id) on delete cascade,
      number integer not null,
      cells jsonb not null,
      primary key (job_id, number)
    )`)
  }
}
