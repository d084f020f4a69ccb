import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { readConnectionsWatched } from '../../domain/settings/database.ts'
import { cleanDatabase, readTemplate, type Template } from './clean-database.ts'
import { LEFT, TEMPLATE } from './server.ts'

/**
 * Enough connections for races, few enough to start: one costs more than most statements. A late one is no outage. They
 * are watched as those of a service, unless DATABASE_CONNECTIONS_WATCHED states that they are not.
 */
export const TEST_CONNECTIONS = {
  poolMax: 8,
  connectMsMax: 60_000,
  watched: readConnectionsWatched(process.env),
} as const

export type TestDatabase = {
  url: string
  /** Ends every session on it. A later test file of the same Jest worker may get it under another name. */
  drop(): Promise<void>
}

/**
 * Databases that test files of this Jest worker no longer need. To empty one is several times cheaper than to copy the
 * template: that makes 1,200 files, and file systems are slow to make files where many were just removed.
 */
const left: string[] = []
let template: Promise<Template> | null = null

/** A fresh, migrated database; one per test file, dropped in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (!(await reuse(name))) {
    // Copied as files: without waiting for the disk that is many times faster than by way of the log.
    await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
    template ??= readTemplate(urlOf(name))
    await template
  }
  return { url: urlOf(name), drop: () => leave(name) }
}

/** A database with nothing in it, for the way to the schema of today. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  return { url: urlOf(name), drop: () => administer(`drop database ${name} with (force)`) }
}

/** Takes the name away at once, so that what still tries to connect fails as it does where there is no database. */
async function leave(name: string): Promise<void> {
  const renamed = `${LEFT}${randomUUID().replaceAll('-', '')}`
  await administer(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${renamed}`,
  )
  left.push(renamed)
}

/** Whether a database that was left behind has the name now and is as the template. */
async function reuse(name: string): Promise<boolean> {
  const candidate = left.pop()
  if (candidate === undefined || template === null) return false
  if (await cleanDatabase(urlOf(candidate), await template)) {
    await administer(`alter database ${candidate} rename to ${name}`)
    return true
  }
  await administer(`drop database ${candidate} with (force)`)
  return reuse(name)
}

function urlOf(name: string): string {
  const url = new URL(adminUrl())
  url.pathname = `/${name}`
  return url.href
}

function adminUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (!url) throw new Error('TEST_POSTGRES_URL is not set. Run the tests with "npm test".')
  return url
}

/** One connection for all files of this Jest worker. It keeps no process alive. */
let administrator: pg.Pool | null = null

async function administer(...statements: string[]): Promise<void> {
  administrator ??= administratorOf(adminUrl())
  for (const statement of statements) await administrator.query(statement)
}

function administratorOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The pool connects again after its connection has died: the next statement reports what is wrong.
  pool.on('error', () => undefined)
  return pool
}
