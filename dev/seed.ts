import { readConnectionSettings } from '../domain/settings/connections.ts'
import { openDatabase } from '../db/database.ts'
import { ensureDemo } from './demo.ts'

/**
 * `npm run seed`: makes the workspace `demo` in DATABASE_URL and prints new keys, a session and a new password of its
 * person, once.
 */
const { database } = readConnectionSettings({ TEMPORAL_ADDRESS: 'not needed', ...process.env })
const db = await openDatabase({ url: database.sessionUrl, applicationName: 'seed', poolMax: 1 })
try {
  console.log(JSON.stringify(await ensureDemo(db, null), null, 2))
} finally {
  await db.close()
}
