import { Migration } from '@mikro-orm/migrations'

/** Raw runs have attempts too: at an endpoint instead of a capability. */
export class RawRuns extends Migration {
  override up(): void {
    this.addSql('alter table attempt alter column capability drop not null')
    this.addSql('alter table attempt add column endpoint text')
    this.addSql('alter table attempt add check ((capability is null) <> (endpoint is null))')
  }
}
