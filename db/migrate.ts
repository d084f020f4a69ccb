import { MikroORM } from '@mikro-orm/postgresql'
import { ormOptions } from './database.ts'

/** The migrations alone. */
export async function applyMigrations(url: string): Promise<void> {
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
