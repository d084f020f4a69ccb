import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { TEMPLATE } from './server.ts'

export type TestDatabase = {
  url: string
  /** Ends every session on it and removes it. */
  drop(): Promise<void>
}

/** A fresh, migrated database; one per test file, dropped in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_POSTGRES_URL']
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set. Run the tests with "npm test".')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied as files: without waiting for the disk that is many times faster than by way of the log.
  await administer(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
