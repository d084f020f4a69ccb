import { Migration } from '@mikro-orm/migrations'

/** The price that an actor publishes: a run's hold follows it. */
export class ActorPrices extends Migration {
  override up(): void {
    this.addSql(`alter table "actor_schema" add column "price" jsonb null`)
    this.addSql(`alter table "actor_schema" add constraint "actor_schema_price_check"
      check (jsonb_typeof(price) = 'object')`)
  }
}
