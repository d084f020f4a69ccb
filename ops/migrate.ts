import { readConnectionSettings } from '../domain/settings/connections.ts'
import { migrate } from '../db/migrate.ts'

/** `npm run migrate`: brings the schema of DATABASE_URL up to date. */
await migrate(readConnectionSettings({ TEMPORAL_ADDRESS: 'not needed', ...process.env }).databaseUrl)
console.log('The database is up to date.')
