import { Migration } from '@mikro-orm/migrations'
import { readFunctions } from '../functions/read.ts'

/**
 * The functions of runs once more, with those of sends: a database that was made before has other forms of them. None
 * of these was released, so they go.
 */
export class SendFunctions extends Migration {
  override up(): void {
    this.addSql(`do $$
      declare one record;
      begin
        for one in select oid::regprocedure as name from pg_proc
          where pronamespace = 'public'::regnamespace and proname like '%\\_v_'
        loop execute format('drop function %s', one.name); end loop;
        for one in select oid::regtype as name from pg_type
          where typnamespace = 'public'::regnamespace and typtype = 'c' and typname like '%\\_v_'
        loop execute format('drop type %s cascade', one.name); end loop;
      end $$`)
    for (const text of readFunctions()) this.addSql(text)
  }
}
