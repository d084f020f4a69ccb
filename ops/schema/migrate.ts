import { applyMigrations } from '../../db/migrate.ts'
import { switchToMonths } from '../../db/months/switch.ts'
import { useVectorExtension } from '../../db/discover/pgvector.ts'
import { openDatabase } from '../../db/database.ts'
import { addMonths } from '../../db/months/ahead.ts'
import { rereadSuppressions } from '../../usecases/outreach/reread-suppressions.ts'
import { judgeNewPhones } from '../../usecases/tables/judge-shared-phones.ts'

/**
 * Brings the schema up to date; safe to run from several processes at once and when nothing is pending. Tables become
 * partitioned after the migrations, because that takes several transactions; what depends on pgvector follows them too,
 * because it may be installed later.
 */
export async function migrate(url: string): Promise<void> {
  await applyMigrations(url)
  const now = new Date()
  await switchToMonths(url, now)
  await useVectorExtension(url)
  const db = await openDatabase({ url, applicationName: 'migrate', poolMax: 1 })
  try {
    await addMonths(db, now)
    await rereadSuppressions(db)
    await judgeNewPhones(db)
  } finally {
    await db.close()
  }
}
