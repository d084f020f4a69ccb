import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { type RowPosition, writeCursor } from '../../../domain/rows/cursor.ts'
import { project } from '../../../domain/rows/projection.ts'
import { type RequestedQuery, readRowsQuery } from '../../../domain/rows/query.ts'
import type { Database } from '../../../db/database.ts'
import { lockPicked } from '../../../db/tables/rows/pick-rows.ts'
import { queryRows } from '../../../db/tables/rows/query.ts'
import type { StoredRow } from '../../../db/tables/rows/rows.ts'
import { UPDATE_ROWS } from '../../../usecases/tables/update-rows.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { fieldOf, inOrder, keeps, type Shown } from '../../db/tables/rows/reference.ts'
import {
  anything,
  condition,
  dataName,
  order,
  ROWS,
  scalar,
  textName,
  timeName,
} from '../../db/tables/rows/query-arbitraries.ts'
import { buildTable } from '../../db/tables/rows/sample-rows.ts'
import { numRunsFor } from '../../support/seed.ts'

const NOW = new Date('2026-01-15T12:00:00.000Z')

const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) })

let db: Database
let close: () => Promise<void>
let tableId: string
let otherId: string
let shown: readonly Shown[]

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' as const }
  tableId = await buildTable(db, owner, ROWS)
  otherId = await buildTable(db, owner, ROWS, 'other')
  const everything = readRowsQuery({}, { tableId, now: NOW })
  if (!everything.ok) throw new Error('unreachable')
  shown = (await queryRows(db, { tableId, ...everything.value, limit: 500 })).rows.map((row, nth) => ({
    row: presented(row),
    data: ROWS[nth]?.data ?? {},
  }))
})
afterAll(() => close())

const presented = (row: StoredRow): JsonObject => ({
  key: row.key,
  status: row.status,
  next_at: row.nextAt?.toISOString() ?? null,
  touches: row.touches,
  last_touch_at: row.lastTouchAt?.toISOString() ?? null,
  last_touch_channel: row.lastTouchChannel,
  last_reply_at: row.lastReplyAt?.toISOString() ?? null,
  last_reply_class: row.lastReplyClass,
  row_created_at: row.createdAt.toISOString(),
  row_updated_at: row.updatedAt.toISOString(),
})

const keysOf = (rows: readonly Shown[]): unknown[] => rows.map(({ row }) => row['key'])

/** Every page of a query one after the other, by its cursors; or its errors. */
async function pages(
  request: RequestedQuery,
  limit: number,
): Promise<{ keys: string[] } | { faults: readonly { path: string; message: string }[] }> {
  const keys: string[] = []
  let cursor: string | undefined
  for (;;) {
    const read = readRowsQuery({ ...request, cursor }, { tableId, now: NOW })
    if (!read.ok) return { faults: read.faults }
    const page = await queryRows(db, { tableId, ...read.value, limit })
    keys.push(...page.rows.map(({ key }) => key))
    const next = read.value.cursorAt(page.next)
    if (next === null) return { keys }
    expect(page.rows).toHaveLength(limit)
    cursor = next
  }
}

const RUNS = { numRuns: numRunsFor(300) }

describe('queries of rows', () => {
  it('filter, sort and page as the contract states, for any request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { maxLength: 3 }),
        order,
        fc.integer({ min: 1, max: 60 }),
        async (conditions, by, limit) => {
          const where: JsonObject = Object.fromEntries(conditions)
          const answer = await pages({ where, order: by }, limit)
          expect(answer).toEqual({
            keys: keysOf(
              inOrder(
                by,
                shown.filter((row) => keeps(where, row, NOW)),
              ),
            ),
          })
        },
      ),
      { numRuns: numRunsFor(1_000) },
    )
  })

  it('select the same rows for a change as they show', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { maxLength: 3 }),
        order,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(undefined, 'new', null),
        async (conditions, by, limit, ifStatus) => {
          const where: JsonObject = Object.fromEntries(conditions)
          const read = readRowsQuery({ where, order: by }, { tableId, now: NOW })
          if (!read.ok) throw new Error('the query was refused')
          const { filter, order: sorted } = read.value
          const { rows } = await db.transaction(UPDATE_ROWS, (tx) =>
            lockPicked(tx, { tableId, filter, order: sorted, after: null, limit, ifStatus }),
          )
          const kept = shown.filter(
            (row) => keeps(where, row, NOW) && (ifStatus === undefined || row.row['status'] === ifStatus),
          )
          expect(rows.map(({ key }) => key)).toEqual(keysOf(inOrder(by, kept)).slice(0, limit))
        },
      ),
      RUNS,
    )
  })

  it('filter by status, and by due rows', async () => {
    const due = ROWS.filter(
      ({ nextAt }) => nextAt !== null && nextAt !== undefined && new Date(nextAt) < new Date(),
    ).map(({ key }) => key)
    expect(await pages({ due: true }, 7)).toEqual({ keys: due })
    expect(await pages({ due: false }, 50)).toEqual({ keys: ROWS.map(({ key }) => key) })
    expect(await pages({ status: ['new', '5', 'new', "x' or true"] }, 50)).toEqual({
      keys: ROWS.filter(({ status }) => status === 'new' || status === '5').map(({ key }) => key),
    })
  })

  it('return rows or name the fault, for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.oneof(
            dataName,
            timeName,
            textName,
            fc.string({ unit: 'binary' }),
            fc.constantFrom('__proto__', '\0', '\ud800', ''),
          ),
          anything,
          { maxKeys: 4 },
        ),
        fc.oneof(order, fc.string({ unit: 'binary' })),
        fc.option(fc.array(fc.oneof(dataName, fc.string({ unit: 'binary' })), { maxLength: 5 }), { nil: undefined }),
        async (where, by, fields) => {
          const request = { where: JSON.parse(JSON.stringify(where)), order: by, fields }
          const answer = await pages(request, 50)
          if ('keys' in answer) return
          expect(answer.faults.length).toBeGreaterThan(0)
          for (const fault of answer.faults) expect(fault.path).toMatch(/^\/(where|order|fields)/)
        },
      ),
      RUNS,
    )
  })

  it.each<[string, RequestedQuery, RegExp]>([
    ['an unknown operator', { where: { a: { $gt: 1 } } }, /^\/where\/a\/\$gt is not an operator/],
    ['no operator', { where: { a: {} } }, /^\/where\/a must be a value or an object/],
    ['deep nesting', { where: { a: nested(60) } }, /^\/where\/a\/a is not an operator/],
    ['a list for equality', { where: { a: [1] } }, /^\/where\/a must be one value: use `in`/],
    [
      'a huge list',
      { where: { a: { in: Array.from({ length: 1_001 }, () => 1) } } },
      /^\/where\/a\/in must have 1 to 1000 values/,
    ],
    ['an empty list', { where: { a: { nin: [] } } }, /^\/where\/a\/nin must have 1 to 1000 values/],
    [
      'too many conditions',
      { where: Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`f${nth}`, 1])) },
      /^\/where must have at most 100 conditions/,
    ],
    [
      'a path without end',
      { where: { [Array.from({ length: 11 }, () => 'a').join('.')]: 1 } },
      /must be at most 10 names deep/,
    ],
    ['a name without end', { where: { ['a'.repeat(201)]: 1 } }, /must be at most 200 characters/],
    ['a text without end', { where: { a: 'a'.repeat(2_001) } }, /must be text of at most 2000 characters/],
    ['NUL', { where: { a: 'a\0' } }, /^\/where\/a must be text/],
    ['a word for a bool', { where: { a: { exists: 'yes' } } }, /^\/where\/a\/exists must be true or false/],
    [
      'a time that is not a time',
      { where: { next_at: { lt: '2026-02-31' } } },
      /^\/where\/next_at\/lt must be an ISO 8601 time/,
    ],
    ['text for a count', { where: { touches: 'many' } }, /^\/where\/touches must be a number/],
    ['a number for text', { where: { status: 5 } }, /^\/where\/status must be text/],
    ['an order without a field', { order: '-' }, /^\/order must name a field/],
    ['a field without a name', { fields: ['a', ''] }, /^\/fields\/1 must name a field/],
    ['a status without values', { status: [] }, /^\/status must contain a status/],
  ])('refuse %s', (_, request, expected) => {
    const read = readRowsQuery(request, { tableId, now: NOW })
    expect(read.ok ? '' : read.faults.map(({ path, message }) => `${path} ${message}`).join('; ')).toMatch(expected)
  })

  it('name every error at once', () => {
    const read = readRowsQuery(
      { where: { a: { x: 1, gt: null }, next_at: 'soon' }, order: '', fields: [''], cursor: 'x' },
      { tableId, now: NOW },
    )
    expect(read.ok ? [] : read.faults.map(({ path }) => path)).toEqual([
      '/where/a/x',
      '/where/a/gt',
      '/where/next_at',
      '/order',
      '/fields/0',
    ])
  })
})

describe('cursors', () => {
  const cursorFault = { faults: [expect.objectContaining({ path: '/cursor' })] }
  const withCursor = async (cursor: string, request: RequestedQuery, table = tableId): Promise<unknown> => {
    const read = readRowsQuery({ ...request, cursor }, { tableId: table, now: NOW })
    return read.ok
      ? { rows: (await queryRows(db, { tableId: table, ...read.value, limit: 5 })).rows.length }
      : { faults: read.faults }
  }
  const firstCursor = async (request: RequestedQuery): Promise<string> => {
    const read = readRowsQuery(request, { tableId, now: NOW })
    if (!read.ok) throw new Error('the query was refused')
    return read.value.cursorAt((await queryRows(db, { tableId, ...read.value, limit: 3 })).next) ?? ''
  }

  it('are only accepted by the query and the table that issued them', async () => {
    const cursor = await firstCursor({ order: 'a' })
    expect(await withCursor(cursor, { order: 'a' })).toEqual({ rows: 5 })
    expect(await withCursor(cursor, { order: 'a', fields: ['b'] })).toEqual({ rows: 5 })
    for (const other of [
      { order: '-a' },
      { order: 'b' },
      {},
      { order: 'a', status: 'new' },
      { order: 'a', where: { a: 1 } },
      { order: 'a', due: true },
    ]) {
      expect(await withCursor(cursor, other)).toEqual(cursorFault)
    }
    expect(await withCursor(cursor, { order: 'a' }, otherId)).toEqual(cursorFault)
  })

  it('are refused when they are changed or invalid', async () => {
    const cursor = await firstCursor({ order: '-a' })
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.constantFrom(...'ABab01-_+/=. %'), async (at, character) => {
        const changed = `${cursor.slice(0, at)}${character}${cursor.slice(at + 1)}`
        if (changed !== cursor) expect(await withCursor(changed, { order: '-a' })).toEqual(cursorFault)
      }),
      RUNS,
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (cursor_) =>
        expect(await withCursor(cursor_, {})).toEqual(cursorFault),
      ),
      RUNS,
    )
  })

  it('do no harm when they are forged with a valid checksum', async () => {
    const place: fc.Arbitrary<RowPosition> = fc.record({
      rank: fc.constantFrom(0, 0, 1, 1, 2, 3, 4, 4, -1, 0.5, 1e300),
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('ada5@example.com')),
      value: fc.oneof(
        fc.constant(''),
        fc.string({ unit: 'binary' }),
        scalar.map(String),
        fc.constantFrom(
          '2026-01-10T00:00:00.000111Z',
          '2026-02-31T00:00:00.000000Z',
          '0000-01-01T00:00:00.000000Z',
          'NaN',
          'Infinity',
          '9'.repeat(400),
        ),
      ),
    })
    await fc.assert(
      fc.asyncProperty(place, order, async (made, by) => {
        const cursor = writeCursor(made, [tableId, null, false, {}, by ?? null])
        const answer = await withCursor(cursor, { order: by })
        expect([cursorFault, { rows: expect.any(Number) }]).toContainEqual(answer)
      }),
      { numRuns: numRunsFor(600) },
    )
  })
})

describe('fields', () => {
  it('cut a row to the requested ones, with its key always included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(dataName, timeName, textName), { maxLength: 6 }),
        fc.constantFrom(...ROWS.keys()),
        async (names, nth) => {
          const read = readRowsQuery({ fields: names }, { tableId, now: NOW })
          const row = shown[nth]
          if (!read.ok || row === undefined) throw new Error('unreachable')
          const cut = project({ ...row.data, ...row.row }, read.value.fields)
          const expected = names.flatMap((name) => {
            const found = fieldOf(name, row)
            return found === undefined && !Object.hasOwn(row.row, name) ? [] : [[name, found ?? null]]
          })
          expect(cut).toEqual({ key: row.row['key'], ...Object.fromEntries(expected) })
        },
      ),
      RUNS,
    )
  })
})
