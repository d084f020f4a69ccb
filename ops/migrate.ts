import { readConnectionSettings } from '../domain/settings/connections.ts'
import { draftMigration } from '../db/migrate.ts'
import { migrate } from './schema/migrate.ts'
import { ensureSearchAttributes } from '../worker/search-attributes.ts'

/**
 * `npm run migrate`: brings the schema of DATABASE_URL and the search attributes of TEMPORAL_ADDRESS up to date. With
 * `--draft` it changes nothing, and prints what the entities have and their tables do not.
 */
const { database, temporal } = readConnectionSettings(process.env)
if (process.argv.includes('--draft')) {
  for (const statement of await draftMigration(database.sessionUrl)) console.log(statement)
} else {
  await migrate(database.sessionUrl)
  await ensureSearchAttributes(temporal)
  console.log('The database and the search attributes are up to date.')
}
