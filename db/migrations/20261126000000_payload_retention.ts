import { Migration } from '@mikro-orm/migrations'
import { ENVIRONMENT } from './baseline/literals.ts'

/** Workspaces choose for how long the payloads of their runs are kept. */
export class PayloadRetention extends Migration {
  override up(): void {
    this.addSql('alter table workspace add column payload_days int not null default 90')
    this.addSql(`alter table workspace add constraint workspace_payload_days_check
      check (payload_days >= 7 and payload_days <= 365)`)
    // Without a default: no row of the table is written.
    this.addSql('alter table run add column purged_at timestamptz')
    // The payloads of a workspace's runs are deleted up to this run.
    this.addSql(`create table payload_purge (
      workspace_id text not null references workspace (id),
      environment ${ENVIRONMENT},
      through text not null,
      primary key (workspace_id, environment)
    )`)
  }
}
