// `npm run sql:types`: writes described.ts again after a change of a statement or of a table. A test compares the file.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '../../support/postgres.ts'
import { startTestPostgres } from '../../support/server.ts'
import { generate } from './generate.ts'

const binaries = process.env['POSTGRES_BINARIES']
if (!binaries) throw new Error('POSTGRES_BINARIES is not set. Use `npm run sql:types`.')
const path = fileURLToPath(new URL('described.ts', import.meta.url))
const server = await startTestPostgres(binaries)
try {
  process.env['TEST_POSTGRES_URL'] = server.url
  const database = await testDatabase()
  writeFileSync(path, await generate(database.url))
  await database.drop()
} finally {
  await server.stop()
}
console.log(path)
