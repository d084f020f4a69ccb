import { workerData } from 'node:worker_threads'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { MIGRATIONS } from './index.ts'

/** The thread of `applyMigrations` (db/migrate.ts), for the database of this URL. */
const url: string = workerData
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
}
