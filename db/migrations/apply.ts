import { workerData } from 'node:worker_threads'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'

/** The thread of `applyPending` (db/migrate.ts): the database's URL, and the module with the migrations. */
const { url, list }: { readonly url: string; readonly list: string } = workerData
const { MIGRATIONS } = await import(list)
// Held by the connection until it ends: the migrations of two programs would otherwise begin at once.
const lock = new pg.Client({ connectionString: url })
await lock.connect()
await lock.query(`select pg_advisory_lock(hashtextextended('migrations', 0))`)
const orm = await MikroORM.init({
  clientUrl: url,
  // The ORM reads host, user and database of a URL and ignores the rest: the driver reads all of it, `sslmode` too.
  driverOptions: { connectionString: url },
  entities: [],
  discovery: { warnWhenNoEntities: false },
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, tableName: 'migration', snapshot: false },
  forceUtcTimezone: true,
  debug: false,
  logger: () => undefined,
})
try {
  await orm.migrator.up()
} finally {
  await orm.close(true)
  await lock.end()
}
