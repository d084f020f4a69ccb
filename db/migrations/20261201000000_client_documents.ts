import { Migration } from '@mikro-orm/migrations'

/** An OAuth client may be known by the URL of its document. */
export class ClientDocuments extends Migration {
  override up(): void {
    // Until when the document is used without being read again; null: the client has registered itself.
    this.addSql('alter table oauth_client add column fresh_until timestamptz')
  }
}
