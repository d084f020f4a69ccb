import { readConnectionSettings } from '../domain/settings/connections.ts'
import { migrate } from './schema/migrate.ts'
import { ensureSearchAttributes } from '../worker/search-attributes.ts'

/**
 * `npm run migrate`: brings the schema of DATABASE_URL and the search attributes of TEMPORAL_ADDRESS up to date.
 */
const { database, temporal } = readConnectionSettings(process.env)
await migrate(database.sessionUrl)
await ensureSearchAttributes(temporal)
console.log('The database and the search attributes are up to date.')
