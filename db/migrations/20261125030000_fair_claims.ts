import { Migration } from '@mikro-orm/migrations'

/** The indexes for sweepers that claim from all workspaces in turn (db/fair-claim.ts). */
export class FairClaims extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create index run_overdue_turns on run (environment, workspace_id, sweep_at) where finished_at is null or final_bill_due_at is not null`,
  `create index webhook_delivery_overdue_turns on webhook_delivery (environment, workspace_id, sweep_at) where status = 'pending'`,
]
