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

/** What the entities have and their tables do not yet: the statements of the next migration; empty when they agree. */
export async function draftMigration(url: string): Promise<string[]> {
  const orm = await MikroORM.init(ormOptions(url))
  try {
    return await schemaDiff(orm)
  } finally {
    await orm.close(true)
  }
}

export async function schemaDiff(orm: MikroORM): Promise<string[]> {
  const tables = new Set([...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName))
  const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false, dropTables: false })
  // Tables without an entity are not the generator's: it would remove their foreign keys.
  const isOurs = (statement: string): boolean => {
    const [, altered] = /^alter table "(\w+)"/.exec(statement) ?? []
    // Entities have no triggers.
    const isTrigger = /^drop (?:trigger|function) if exists /.test(statement)
    return statement !== '' && !isTrigger && (altered === undefined || tables.has(altered))
  }
  return sql.split('\n').filter(isOurs)
}
