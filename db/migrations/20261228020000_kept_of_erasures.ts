import { Migration } from '@mikro-orm/migrations'

/** The rows that an erasure leaves, because they are another person's too, and why: `[{"id", "reason"}]`. */
export class KeptOfErasures extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table erasure add column kept jsonb not null default '[]' check (jsonb_typeof(kept) = 'array')`)
  }
}
