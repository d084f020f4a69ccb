import { Migration } from '@mikro-orm/migrations'

/** Numbers of several rows: whether they are of several people is judged after the migrations. */
export const FOUND_IN_ROWS = `insert into shared_phone (workspace_id, environment, value, is_shared, judged_at)
  select workspace_id, environment, value, false, '-infinity' from row_identity where kind = 'phone'
  group by workspace_id, environment, value having count(*) > 1
  on conflict do nothing`

/**
 * When a number of several people was judged, so that it is judged again and forgotten in the end. Numbers of several
 * rows that are older than `shared_phone` are judged right after the migrations
 * (`usecases/tables/judge-shared-phones.ts`).
 */
export class JudgedPhones extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`)
    this.addSql(`alter table shared_phone add column is_shared boolean not null default true,
      add column judged_at timestamptz not null default clock_timestamp()`)
    this.addSql(`create index shared_phone_to_judge on shared_phone (judged_at)`)
    this.addSql(FOUND_IN_ROWS)
  }
}
