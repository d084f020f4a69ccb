import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Database, openDatabase } from '../../db/database.ts'
import { readStoredHistory } from '../../db/runs/history/read.ts'
import { applyMigrations, applyPending, MIGRATION_NAMES, pendingMigrations } from '../../db/migrate.ts'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { emptyDatabase, TEST_CONNECTIONS, type TestDatabase } from '../support/postgres.ts'
import type { Owner } from './build.ts'
import { endedRun, subjectQuery } from './runs/history/build.ts'

/** The next release has a migration that this code does not know. */
const NEXT = new URL('../support/next-migrations.ts', import.meta.url)
const NEXT_NAME = '20990101000000_notes_of_runs'
const WRITERS = 3
const RUNS_AFTER = 10
const HISTORY_MAX = 50

const open = (url: string): Promise<Database> => openDatabase({ url, applicationName: 'test', ...TEST_CONNECTIONS })
const applied = async (db: Database): Promise<string[]> =>
  (await db.pool.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name)

describe('an empty database', () => {
  it('is migrated once by several programs that begin together', async () => {
    const database = await emptyDatabase()
    await Promise.all(Array.from({ length: 3 }, () => applyMigrations(database.url)))
    const db = await open(database.url)
    expect(await applied(db)).toEqual(MIGRATION_NAMES)
    await db.close()
    await database.drop()
  }, 60_000)
})

describe('an additive migration of the next release', () => {
  let database: TestDatabase
  let db: Database
  let owner: Owner
  beforeAll(async () => {
    database = await emptyDatabase()
    await applyMigrations(database.url)
    db = await open(database.url)
    owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })
  const write = (): Promise<string> =>
    endedRun(db, owner, { input: { email: 'ada@example.com' }, output: { company: 'Example Ltd' } })

  it('gives up where a transaction keeps it waiting, changes nothing, and may be run again', async () => {
    const reader = await db.pool.connect()
    await reader.query('begin')
    await reader.query('lock table run in access share mode')
    await expect(applyPending(database.url, NEXT)).rejects.toThrow('lock timeout')
    expect(await applied(db)).toEqual(MIGRATION_NAMES)
    await reader.query('rollback')
    reader.release()
    await write()
  }, 60_000)

  it('is applied once by two programs under load, and this release loses no run by it', async () => {
    const ids: string[] = []
    const done = new AbortController()
    const writer = async (): Promise<void> => {
      while (!done.signal.aborted) ids.push(await write())
    }
    const writers = Promise.all(Array.from({ length: WRITERS }, writer))
    // The statements of this release are prepared before the table changes.
    while (ids.length < WRITERS) await write()
    await Promise.all([applyPending(database.url, NEXT), applyPending(database.url, NEXT)])
    expect(await applied(db)).toEqual([...MIGRATION_NAMES, NEXT_NAME])
    const before = ids.length
    while (ids.length < before + RUNS_AFTER) await write()
    done.abort()
    await writers

    const { rows } = await db.pool.query(
      `select count(*)::integer as runs, count(*) filter (where status = 'succeeded' and finished_at is not null
        and note is null and reviews = 0)::integer as ended from run where id = any($1)`,
      [ids],
    )
    expect(rows).toEqual([{ runs: ids.length, ended: ids.length }])
    const listed = await readStoredHistory(db, owner, { subject: subjectQuery('ada@example.com'), limit: HISTORY_MAX })
    expect(listed.items).toHaveLength(HISTORY_MAX)
    expect((await verifyLedger(db)).drifts).toEqual([])
  }, 120_000)

  it('is nothing to this release, which has none pending and keeps what the next one writes', async () => {
    await applyMigrations(database.url)
    expect(await pendingMigrations(db)).toEqual([])
    expect(await applied(db)).toEqual([...MIGRATION_NAMES, NEXT_NAME])
    const id = await write()
    await db.pool.query('update run set note = $2 where id = $1', [id, 'of the next release'])
    const next = await write()
    const { rows } = await db.pool.query('select note from run where id = any($1) order by id', [[id, next]])
    expect(rows).toEqual([{ note: 'of the next release' }, { note: null }])
  })
})
