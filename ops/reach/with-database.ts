import { type Database, openDatabase } from '../../db/database.ts'
import { dataDirOf } from '../../dev/local/data-dir.ts'
import { openPostgres } from '../../dev/local/running.ts'

export interface CommandDatabase {
  readonly applicationName: string
  /** For a statement that reads everything; the limit of the service by default. */
  readonly statementMsMax?: number
}

/**
 * Does a command's work on the database of DATABASE_URL, or on the local one, which is started if it is not running.
 */
export async function withDatabase(options: CommandDatabase, work: (db: Database) => Promise<void>): Promise<void> {
  const postgres = await openPostgres(process.env, dataDirOf(process.env))
  try {
    const db = await openDatabase({ url: postgres.url, poolMax: 1, ...options })
    try {
      await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await postgres.release()
  }
}
