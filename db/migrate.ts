import { MikroORM } from '@mikro-orm/postgresql'
import { ormOptions } from './database.ts'

/** Brings the schema up to date; safe to run from several processes at once and when nothing is pending. */
export async function migrate(url: string): Promise<void> {
  const orm = await MikroORM.init(ormOptions(url))
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}

/** Migrations that this code knows and the database has not applied. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await orm.migrator.getPending()).map((migration) => migration.name)
}
