import { resolve } from 'node:path'
import { type Database, openDatabase } from '../../db/database.ts'
import { withPostgres } from './running.ts'

/**
 * Does a command's work on the database of DATABASE_URL, or on the local one, which is started if it is not running.
 */
export async function withDatabase(applicationName: string, work: (db: Database) => Promise<void>): Promise<void> {
  const postgres = await withPostgres(process.env, resolve(process.env['DATA_DIR'] ?? '.data'))
  const db = await openDatabase({ url: postgres.url, applicationName, poolMax: 1 })
  try {
    await work(db)
  } finally {
    await db.close()
    await postgres.release()
  }
}
