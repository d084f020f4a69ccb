import { Migration } from '@mikro-orm/migrations'
import { ENVIRONMENT, WORKSPACE } from './baseline/literals.ts'

/** Files whose rows jobs run, kept for a day. */
export class JobUploads extends Migration {
  override up(): void {
    this.addSql(`create table job_upload (
      id text primary key,
      workspace_id ${WORKSPACE},
      environment ${ENVIRONMENT},
      columns text[] not null check (cardinality(columns) > 0),
      -- Rows of the file, and those of them that an earlier row equals.
      rows integer not null check (rows > 0),
      duplicates integer not null check (duplicates >= 0 and duplicates < rows),
      -- Of the file.
      bytes integer not null check (bytes > 0),
      -- A key, an app or a person.
      created_by text not null,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null
    )`)
    this.addSql('create index job_upload_of_workspace on job_upload (workspace_id, environment, id)')
    this.addSql('create index job_upload_expires on job_upload (expires_at)')
    // A part has some hundred rows: a list of lists, each with the row's line in the file and its cells.
    this.addSql(`create table job_upload_part (
      upload_id text not null references job_upload (id) on delete cascade,
      first_number integer not null check (first_number > 0),
      last_number integer not null check (last_number >= first_number),
      rows jsonb not null check (jsonb_typeof(rows) = 'array'),
      primary key (upload_id, last_number)
    )`)
  }
}
