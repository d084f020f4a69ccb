import { fileURLToPath } from 'node:url'
import { refreshTypes, TYPES } from './clients/refresh.ts'

/**
 * `npm run client:types`: generates the client's types when a route or a schema has changed. The set-up runs it before
 * the commands that read them (`dev/setup/client-types.mjs`).
 */
const root = fileURLToPath(new URL('..', import.meta.url))
// The routes take two seconds to load: only where they are needed.
const outcome = await refreshTypes(root, async () => (await import('./clients/declared-types.ts')).declaredTypes())
console.log(`${outcome}: ${TYPES}`)
