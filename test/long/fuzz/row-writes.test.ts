import { afterAll, beforeAll, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import type { Database } from '../../../db/database.ts'
import { findRow } from '../../../db/tables/rows/find-row.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { buildTable, rowCounts, storedRows, writeTo } from '../../db/tables/build.ts'
import { numRunsFor } from '../../support/seed.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let tables: TableState[]
const MODES: readonly KeyMode[] = ['auto', 'email', 'linkedin', 'phone', 'handle', 'domain', 'field:sku']
beforeAll(async () => {
  opened = await openTestDatabase()
  db = opened.db
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' as const }
  tables = await Promise.all(MODES.map((mode) => buildTable(db, owner, mode)))
})
afterAll(() => opened.close())

/** Values that are an identity, are nearly one, or try something else. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((word) => word.toWellFormed().replaceAll('\0', '')),
  fc.constantFrom(
    'ada@example.com',
    'ADA@EXAMPLE.COM',
    'linkedin.com/in/ada',
    '+15550100123',
    '@ada',
    'x:ada',
    'example.com',
    'https://example.com/a?b=c',
    `'; drop table table_row; --`,
    '$1',
    '%',
    '\\',
    '{}',
    'null',
    '\u202e',
    'ﬀ'.repeat(250),
    'İ'.repeat(499),
    '𝔸'.repeat(250),
    'x'.repeat(501),
    `${'a'.repeat(64)}@${'b.'.repeat(90)}example.com`,
    'ß'.repeat(500),
  ),
)
const anything: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
)
const FIELDS = [
  'email',
  'work_email',
  'linkedin',
  'linkedin_url',
  'profile_url',
  'phone',
  'mobile',
  'handle',
  'platform',
  'instagram',
  'whatsapp',
  'domain',
  'website',
  'sku',
  'first_name',
  'status',
  'next_at',
  'key',
  'signals',
  'constructor',
  '__proto__',
  'toString',
]
const members = fc.array(
  fc.tuple(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: text }), anything),
  { maxLength: 6 },
)
const person = fc.record(
  {
    email: fc.constantFrom('ada@example.com', 'BEN@example.com', `${'a'.repeat(64)}@${'b.'.repeat(90)}example.com`),
    linkedin: fc.constantFrom('linkedin.com/in/ada', 'linkedin.com/in/Zoë-%F0%9F%A6%8A'),
    phone: fc.constantFrom('+15550100123', '+15550100124'),
    x: fc.constantFrom('ada', 'https://x.com/Ben'),
    domain: fc.constantFrom('example.com', 'bücher.example'),
    sku: text,
  },
  { requiredKeys: [] },
)
const row = fc
  .tuple(fc.option(person, { nil: {} }), members)
  .map(([names, more]): JsonObject => Object.fromEntries([...more, ...Object.entries(names)]))

it('takes any rows at all: each is written, in conflict or refused, and every row keeps its own key and identities', async () => {
  let written = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat(MODES.length - 1),
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('merge' as const, 'replace' as const),
      async (at, rows, mode) => {
        const table = tables[at]
        if (table === undefined) throw new Error('unreachable')
        const answer = await writeTo(db, table, rows, { mode })
        written += answer.rows.length
        const indexes = [
          ...answer.rows.flatMap((each) => each.indexes),
          ...answer.conflicts.map(({ index }) => index),
          ...answer.refused.map(({ index }) => index),
        ]
        expect(indexes.toSorted((left, right) => left - right)).toEqual(rows.map((_, index) => index))
        for (const { id, key } of answer.rows) expect([(await findRow(db, table, key))?.id, key]).toEqual([id, key])
      },
    ),
    { numRuns: numRunsFor(250) },
  )
  expect(written).toBeGreaterThan(numRunsFor(150))
  for (const table of tables) {
    const rows = await storedRows(db, table)
    expect(await rowCounts(db, table)).toEqual({ stored: rows.length, counted: rows.length })
    const names = rows.flatMap((each) => each.names.filter((name) => name.endsWith('*')))
    expect([new Set(names).size, rows.every((each) => each.names.some((name) => name.endsWith('*')))]).toEqual([
      names.length,
      true,
    ])
  }
}, 120_000)
