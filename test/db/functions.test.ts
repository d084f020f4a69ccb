import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../db/database.ts'
import { openTestDatabase } from './build.ts'

const FOLDER = new URL('../../db/functions/', import.meta.url)
const LINES_MAX = 60
const LINE_MAX = 120

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')
const created = (text: string) =>
  [...text.matchAll(/^create function (\w+)\([^$]*\$\$(.*?)\$\$;$/gms)].map(([all, name, body]) => ({
    all,
    name,
    body,
  }))

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

describe('the functions of the database', () => {
  it('are all installed by a migration, as they are in the files', async () => {
    const { rows } = await db.pool.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace
        and proname like '%\\_v_' order by proname`,
    )
    const inFiles = files.flatMap((file) => created(textOf(file)).map(({ name, body }) => ({ name, body })))
    expect(rows).toEqual(inFiles.toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)))
    expect(rows.length).toBeGreaterThan(20)
  })

  it('let a query that calls an immutable one read in parallel, as its text in the query did', async () => {
    const { rows } = await db.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like '%\\_v_'
        and provolatile = 'i' and proparallel <> 's'`,
    )
    expect(rows).toEqual([])
  })

  it(`have ${LINES_MAX} lines at most`, () => {
    const lines = files.flatMap((file) => created(textOf(file)).map(({ all, name }) => [name, all.split('\n').length]))
    expect(lines.filter(([, count]) => Number(count) > LINES_MAX)).toEqual([])
  })

  it(`have lines of ${LINE_MAX} characters at most`, () => {
    expect(files.flatMap((file) => textOf(file).split('\n')).filter((line) => line.length > LINE_MAX)).toEqual([])
  })
})
