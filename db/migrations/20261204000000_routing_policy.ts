import { Migration } from '@mikro-orm/migrations'

/** Which providers may serve a workspace's runs, and in which order. */
export class RoutingPolicies extends Migration {
  override up(): void {
    this.addSql('alter table workspace add column routing_policy jsonb')
  }
}
