import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLimiter } from '../../api/limits/rate-limits.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { TEST_CONNECTIONS, type TestDatabase, testDatabase } from '../support/postgres.ts'

const READ_ONE = statement<{ one: number }, { one: number }>({
  name: 'read_one',
  effect: false,
  text: 'select :one::integer as one',
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** What the only session keeps by name, after a statement of ours and one of a library. */
async function namesWith(prepared: boolean): Promise<string[]> {
  const db: Database = await openDatabase({
    url: database.url,
    applicationName: 'test',
    ...TEST_CONNECTIONS,
    poolMax: 1,
    prepared,
  })
  try {
    expect(await db.query(READ_ONE, { one: 1 })).toEqual([{ one: 1 }])
    expect(await db.transaction({ name: 'one', effect: true }, (tx) => tx.query(READ_ONE, { one: 2 }))).toEqual([
      { one: 2 },
    ])
    await createLimiter(db.pool, { name: 'test', of: 'calls', limit: 10, windowSeconds: 60 }).consume('caller')
    const { rows } = await db.pool.query<{ name: string }>('select name from pg_prepared_statements order by name')
    return rows.map(({ name }) => name)
  } finally {
    await db.close()
  }
}

describe('statements', () => {
  it('are kept by their names in a session', async () => {
    expect(await namesWith(true)).toEqual(['rate_limit:rlflx-upsert', 'read_one'])
  })

  it('have no names where a pooler does not follow them, also those of libraries', async () => {
    expect(await namesWith(false)).toEqual([])
  })
})
