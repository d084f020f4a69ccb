import { Migration } from '@mikro-orm/migrations'

/** Providers' messages are started and claimed from all inboxes and accounts in turn (db/fair-claim.ts). */
export class InboundTurns extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `alter table inbound_message add column turn_key text not null`,
  `create index inbound_message_overdue_turns on inbound_message (turn_key, sweep_at) where processed_at is null`,
]
