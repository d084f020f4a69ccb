import { Migration } from '@mikro-orm/migrations'

/**
 * A suppression that is derived from another one, because the row that tied the two identities together has gone. It is
 * lifted with its original.
 */
export class DerivedSuppressions extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table suppression add column of_kind text, add column of_value text,
      add check ((of_kind is null) = (of_value is null)),
      add foreign key (workspace_id, environment, of_kind, of_value)
        references suppression (workspace_id, environment, kind, value) on delete cascade`)
    this.addSql(`create index suppression_derived on suppression (workspace_id, environment, of_kind, of_value)
      where of_kind is not null`)
  }
}
