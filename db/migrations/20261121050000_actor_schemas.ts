import { Migration } from '@mikro-orm/migrations'

/** The input of each actor, as its platform last reported it. */
export class ActorSchemas extends Migration {
  override up(): void {
    this.addSql(`create table actor_schema (
      provider text not null,
      actor_id text not null check (length(actor_id) between 1 and 201),
      fetched_at timestamptz not null,
      properties jsonb not null check (jsonb_typeof(properties) = 'object'),
      required jsonb not null check (jsonb_typeof(required) = 'array'),
      omitted integer not null check (omitted >= 0),
      primary key (provider, actor_id)
    )`)
  }
}
