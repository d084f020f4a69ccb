import { Migration } from '@mikro-orm/migrations'

/** Tables whose partitions are months get a new one by a function: a worker makes them ahead. */
export class Months extends Migration {
  override up(): void {
    // False: there is nothing to do, because a partition has these ids, or the table has no partitions yet.
    this.addSql(`create function add_month(parent text, child text, key text, first text, ends text) returns boolean
    language plpgsql as $$
    declare
      covered boolean;
    begin
      perform set_config('lock_timeout', '2s', true);
      perform pg_advisory_xact_lock(hashtextextended('add_month ' || parent, 0));
      if (select relkind from pg_class where oid = to_regclass(parent)) is distinct from 'p' then
        return false;
      end if;
      -- A bound is printed as FOR VALUES FROM ('…') TO ('…'); MINVALUE has no quotes.
      select exists (
        select from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = to_regclass(parent)
          and substring(pg_get_expr(c.relpartbound, c.oid) from $r$TO \\('([^']*)'\\)$r$) >= ends
          and coalesce(substring(pg_get_expr(c.relpartbound, c.oid) from $r$FROM \\('([^']*)'\\)$r$), '') <= first
      ) into covered;
      if covered then
        return false;
      end if;
      -- Attached rather than made as a partition: reading and writing go on.
      execute format('create table %I (like %I including all)', child, parent);
      execute format('alter table %I add constraint %I check (%I >= %L and %I < %L)', child, child || '_month', key,
        first, key, ends);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, ends);
      return true;
    end $$`)
  }
}
