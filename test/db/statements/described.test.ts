import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { statement } from '../../../db/statement.ts'
import { testDatabase, type TestDatabase } from '../../support/postgres.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { describe as describeStatement } from './describe.ts'
import { findStatements, generatedIn, hiddenStatements } from './find.ts'
import { generate, NOT_DESCRIBED } from './generate.ts'
import { FORMS } from './generated-forms.ts'

let database: TestDatabase
let client: pg.Client
let catalog: Catalog
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  catalog = await readCatalog(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('the statements of db/', () => {
  it('are described as PostgreSQL describes them: `npm run sql:types` writes that again', async () => {
    expect(await generate(database.url)).toBe(readFileSync(new URL('described.ts', import.meta.url), 'utf8'))
  })

  it('are all found: each is exported, or has a representative form', () => {
    expect(hiddenStatements()).toEqual([])
    expect([...new Set(FORMS.map(({ maker }) => maker))].toSorted()).toEqual(generatedIn().toSorted())
  })

  it('have unique names, of which those that are not described exist', async () => {
    const names = (await findStatements()).map((one) => one.statement.name)
    expect(names.length).toBeGreaterThan(550)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(Object.keys(NOT_DESCRIBED).filter((name) => !names.includes(name))).toEqual([])
  })
})

/** Each with the columns that may be null; a value by its position where the column is null with it. */
const MAY_BE_NULL: readonly (readonly [
  string,
  string,
  Readonly<Record<string, readonly string[] | 'null' | 'never'>>,
])[] = [
  [
    'a column of a table is null as the table states',
    'select id, address, connection_id from inbox',
    { id: 'never', address: 'never', connection_id: 'null' },
  ],
  [
    'an outer join has nulls in what it may not find',
    'select w.id as own, i.id from workspace w left join inbox i on i.workspace_id = w.id',
    { own: 'never', id: 'null' },
  ],
  [
    'a condition on what an outer join may not find makes it an inner one',
    `select i.id from workspace w left join inbox i on i.workspace_id = w.id where i.status = 'active'`,
    { id: 'never' },
  ],
  [
    'a condition of an outer join is none of its other side',
    `select i.connection_id from inbox i left join workspace w on w.id = i.connection_id`,
    { connection_id: 'null' },
  ],
  [
    'a condition that refuses null is one, in a part of it too',
    `select connection_id from inbox where (connection_id is not null and id = :id) or connection_id = :other`,
    { connection_id: 'never' },
  ],
  [
    'an alternative without it is none',
    `select connection_id from inbox where connection_id is not null or id = :id`,
    { connection_id: 'null' },
  ],
  [
    'an update returns what it has set, whatever its condition saw',
    `update inbox set connection_id = null, display_name = 'a' where connection_id is not null
      returning connection_id, display_name`,
    { connection_id: 'null', display_name: 'never' },
  ],
  [
    'an expression is null where its arguments are, a count and a default never',
    `select connection_id || 'a' as joined, coalesce(connection_id, 'none') as named, id || 'a' as longer,
      (select count(*) from inbox) as n, (select max(id) from inbox) as newest from inbox`,
    { joined: 'null', named: 'never', longer: 'never', n: 'never', newest: 'null' },
  ],
  [
    'a group has a row',
    'select max(id) as newest, max(connection_id) as other from inbox group by workspace_id',
    { newest: 'never', other: 'null' },
  ],
  [
    'a value is null where it is given as null',
    `select id = :a as own, :b::text as given, coalesce(:b, 'x') as named from inbox`,
    { own: ['1'], given: ['2'], named: 'never' },
  ],
  ['an element of a list is', 'select l.one from unnest(:a::text[]) l (one)', { one: ['1[]'] }],
  [
    'columns pass through queries, unions and recursion',
    `with recursive a as (select id, connection_id from inbox union all select a.id, null from a where a.id = 'x'),
      b as (select id from a union select 'x')
      select a.id, a.connection_id, b.id as other from a join b on true`,
    { id: 'never', connection_id: 'null', other: 'never' },
  ],
  ['a member of JSON may be missing', `select metadata ->> 'a' as a from run`, { a: 'null' }],
]

describe('what may be null', () => {
  it.each(MAY_BE_NULL)('%s', async (_, text, expected) => {
    const { columns } = await describeStatement(client, catalog, statement({ name: 'sample', effect: false, text }))
    const found = columns.map(({ name, nullIf }) => [
      name,
      nullIf === null ? 'null' : nullIf.size === 0 ? 'never' : [...nullIf],
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})
