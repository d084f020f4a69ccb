import { Migration } from '@mikro-orm/migrations'

/** The client of a session, by which a person recognizes it in their list. */
export class SessionClients extends Migration {
  override up(): void {
    this.addSql('alter table session add column user_agent text check (length(user_agent) <= 300)')
  }
}
