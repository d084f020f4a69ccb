import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { REGISTRY } from '../../../db/erasure/registry.ts'
import { END_ACCESS, ERASE_REST } from '../../../db/erasure/workspace.ts'
import { openTestDatabase } from '../build.ts'
import { findStatements } from '../statements/find.ts'

let db: Database
let close: () => Promise<void>
let texts: readonly string[]
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(2))
  texts = (await findStatements())
    .filter(({ file }) => file.startsWith('db/erasure/'))
    .map(({ statement }) => statement.text)
})
afterAll(() => close())

const tables = Object.entries(REGISTRY)
const writes = (text: string, table: string): boolean =>
  new RegExp(String.raw`\b(?:delete from|update) ${table}\b`).test(text)

/** The tables whose line states it of a person or a workspace, and what it states. */
const registryEntriesOf = (key: 'stage' | 'with'): string[][] =>
  tables.flatMap(([table, { person, workspace }]) =>
    [person, workspace].flatMap((rule) =>
      typeof rule === 'object' && key in rule ? [[table, Object.values(rule).join()]] : [],
    ),
  )

describe('the registry of what an erasure does', () => {
  it('has every table of the database, and no other', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace`,
    )
    expect(tables.map(([table]) => table).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('names a stage only where a statement of an erasure writes to the table', () => {
    const written = registryEntriesOf('stage')
    expect(written.length).toBeGreaterThan(20)
    expect(written.filter(([table = '']) => !texts.some((text) => writes(text, table)))).toEqual([])
  })

  it('names a parent only where the database deletes the row with it', async () => {
    const { rows } = await db.pool.query(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
        where contype = 'f' and confdeltype = 'c'`,
    )
    const cascades = rows.map(({ child, parent }) => `${child} ${parent}`)
    expect(registryEntriesOf('with').filter((one) => !cascades.includes(one.join(' ')))).toEqual([])
  })

  it.each(tables.filter(([, { workspace }]) => typeof workspace === 'string'))(
    '%s ends with its workspace',
    (table) => {
      expect([END_ACCESS, ERASE_REST].some(({ text }) => writes(text, table))).toBe(true)
    },
  )
})
