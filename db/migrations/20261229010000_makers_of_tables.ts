import { Migration } from '@mikro-orm/migrations'

/** Who made a table: an API key or a connected app. null: a person, or a table from before this was stored. */
export class MakersOfTables extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql('alter table workspace_table add column created_by text')
  }
}
