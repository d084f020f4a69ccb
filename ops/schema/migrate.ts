import { applyMigrations } from '../../db/migrate.ts'
import { useVectorExtension } from '../../db/catalog/discover/pgvector.ts'
import { openDatabase } from '../../db/database.ts'
import { addMonths } from '../../db/engine/months/ahead.ts'
import { rereadSuppressions } from '../../usecases/outreach/reread-suppressions.ts'

/**
 * Brings the schema up to date; safe to run from several processes at once and when nothing is pending. What depends on
 * pgvector follows the migrations, because it may be installed later.
 */
export async function migrate(url: string): Promise<void> {
  await applyMigrations(url)
  await useVectorExtension(url)
  const db = await openDatabase({ url, applicationName: 'migrate', poolMax: 1 })
  try {
    await addMonths(db, new Date())
    await rereadSuppressions(db)
  } finally {
    await db.close()
  }
}
