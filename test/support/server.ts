// The throw-away PostgreSQL server of one test run, with a migrated template that each test file copies.
import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { startPostgres, type LocalPostgres } from '../../dev/local/postgres.ts'
import { sharedFolder } from '../../dev/setup/folders.mjs'

/** The database that every test database is a copy of. */
export const TEMPLATE = 'template_migrated'

/** How the names of databases begin that a test file has left behind. */
export const LEFT = 'left_'

const MIGRATE = new URL('../../ops/schema/migrate.ts', import.meta.url)

// This data is thrown away: not waiting for the disk makes tests several times faster.
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

export async function startTestPostgres(binaries: string): Promise<LocalPostgres> {
  const dataDir = mkdtempSync(join(sharedFolder('tests'), 'run-'))
  const server = await startPostgres({
    dataDir,
    binaries,
    port: 0,
    settings: THROW_AWAY,
    temporary: true,
    log: console.error,
  })
  try {
    await makeTemplate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** Brings the empty template to the schema at hand. Until ops/schema/migrate.ts exists the template stays empty. */
export async function migrateTemplate(url: string): Promise<void> {
  if (!existsSync(MIGRATE)) return
  const { migrate } = (await import(MIGRATE.href)) as { migrate: (url: string) => Promise<void> }
  await migrate(url)
}

/** For a server that outlives the test run. */
export async function dropLeftDatabases(adminUrl: string): Promise<void> {
  await withPostgresClient(adminUrl, async (client) => {
    const left = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, '${LEFT}')`,
    )
    for (const { name } of left.rows) await client.query(`drop database if exists ${name} with (force)`)
  })
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await withPostgresClient(adminUrl, async (client) => {
    await client.query(`create database ${TEMPLATE}`)
    const url = new URL(adminUrl)
    url.pathname = `/${TEMPLATE}`
    await migrateTemplate(url.href)
    // No session may connect any more: a copy fails while another session is in its template.
    await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
  })
}
