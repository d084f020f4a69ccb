import { refreshTypes, TYPES } from './clients/refresh.ts'

/**
 * `npm run client:types`: generates the client's types when a route or a schema has changed. The set-up runs it before
 * the commands that read them (`dev/setup/client-types.mjs`).
 */
console.log(`${await refreshTypes()}: ${TYPES}`)
