import { Migration } from '@mikro-orm/migrations'

/** The host of a connected account at a provider that gives each account its own. */
export class ConnectionAccount extends Migration {
  override up(): void {
    this.addSql(`alter table connection add column account text,
      add constraint connection_account_check check (account <> '')`)
  }
}
