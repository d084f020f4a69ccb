import { Migration } from '@mikro-orm/migrations'

/** What jobs keep counts against a quota of their workspace, which is smaller until a person confirms an address. */
export class KeptBytes extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    // null: a job of before, whose rows count and whose bytes do not.
    this.addSql(`alter table job add column kept_rows integer check (kept_rows between 0 and row_count),
      add column kept_bytes bigint check (kept_bytes >= 0)`)
    // Its person was sent a mail that confirms the address. Workspaces of before count as confirmed.
    this.addSql('alter table workspace add column awaits_confirmation boolean not null default false')
  }
}
