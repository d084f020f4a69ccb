import { Migration } from '@mikro-orm/migrations'
import { readFunction } from '../functions/read.ts'

/** Who a workspace is when it writes to people, and what it requires of its messages. */
export class SenderProfileAndOutreachPolicy extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table workspace
      add column sender_profile jsonb check (jsonb_typeof(sender_profile) = 'object'),
      add column outreach_policy jsonb check (jsonb_typeof(outreach_policy) = 'object')`)
    this.addSql(readFunction('law_facts_v1'))
  }
}
