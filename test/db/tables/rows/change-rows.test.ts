import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import type { Database } from '../../../../db/database.ts'
import { applyRows } from '../../../../db/tables/rows/change-rows.ts'
import { lockRows } from '../../../../db/tables/rows/rows.ts'
import { lockTable, type TableState } from '../../../../db/tables/tables.ts'
import { WRITE_ROWS } from '../../../../usecases/tables/write-rows.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { buildTable, BY_TEST, storedRows, writeTo } from '../build.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let table: TableState
beforeAll(async () => {
  opened = await openTestDatabase()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  table = await buildTable(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'live' })
})

/** Changes rows with these keys, in the order given; null removes a field. */
const change = (changes: Readonly<Record<string, JsonObject>>) =>
  db.transaction(WRITE_ROWS, async (tx) => {
    const locked = await lockTable(tx, table.id)
    if (locked === null) throw new Error('unreachable')
    const ids = (await storedRows(db, table)).filter(({ key }) => key in changes).map(({ id }) => BigInt(id))
    const rows = await lockRows(tx, table.id, ids)
    return (
      await applyRows(
        tx,
        locked,
        Object.entries(changes).flatMap(([key, set]) =>
          rows
            .filter((row) => row.key === key)
            .map((held) => ({
              held,
              status: held.status,
              nextAt: held.nextAt,
              data: Object.fromEntries(Object.entries({ ...held.data, ...set }).filter(([, value]) => value !== null)),
            })),
        ),
        BY_TEST,
      )
    ).map((done) => ({
      kind: done.kind,
      key: done.held.key,
      ...('reason' in done ? { reason: done.reason } : {}),
      ...('keys' in done ? { keys: done.keys } : {}),
    }))
  })

describe('a change of known rows', () => {
  it('changes the key with the field, and keeps the old identity', async () => {
    await writeTo(db, table, [{ linkedin: 'linkedin.com/in/a' }, { email: 'b@example.com' }])
    expect(
      await change({
        'https://www.linkedin.com/in/a': { email: 'a@example.com' },
        'b@example.com': { email: 'b2@example.com' },
      }),
    ).toMatchObject([{ kind: 'updated' }, { kind: 'updated' }])
    expect(await storedRows(db, table)).toMatchObject([
      { key: 'a@example.com', names: ['email a@example.com *', 'linkedin in/a *'] },
      { key: 'b2@example.com', names: ['email b2@example.com *', 'email b@example.com *'] },
    ])
  })

  it('removes the identities of a removed field, so that others may have them', async () => {
    await writeTo(db, table, [{ email: 'a@example.com', x: 'ada' }, { email: 'b@example.com' }])
    expect(
      await change({ 'a@example.com': { email: null }, 'b@example.com': { email: 'a@example.com' } }),
    ).toMatchObject([{ kind: 'updated' }, { kind: 'updated' }])
    expect(await storedRows(db, table)).toMatchObject([
      { key: 'a@example.com', names: ['email a@example.com *', 'email b@example.com *'] },
      { key: 'x:ada', names: ['handle x:ada *'] },
    ])
  })

  it('is a conflict when a new value names another row, and the other changes are made', async () => {
    await writeTo(db, table, [
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      { email: 'c@example.com', linkedin: 'linkedin.com/in/c' },
    ])
    const changes = { 'a@example.com': { linkedin: 'linkedin.com/in/C' }, 'b@example.com': { title: 'CTO' } }
    expect(await change(changes)).toEqual([
      {
        kind: 'conflict',
        key: 'a@example.com',
        keys: ['a@example.com', 'c@example.com'],
        reason: expect.any(String),
      },
      { kind: 'updated', key: 'b@example.com' },
    ])
    expect(await storedRows(db, table)).toMatchObject([
      { data: { email: 'a@example.com' }, names: ['email a@example.com *'] },
      { data: { title: 'CTO' } },
      {},
    ])
  })

  it('may give a row the phone of a colleague, who keeps it', async () => {
    await writeTo(db, table, [{ email: 'a@example.com' }, { email: 'b@example.com', phone: '+15550100123' }])
    expect(await change({ 'a@example.com': { mobile: '+15550100123' } })).toMatchObject([{ kind: 'updated' }])
    expect((await storedRows(db, table)).map(({ names }) => names)).toEqual([
      ['email a@example.com *', 'phone +15550100123'],
      ['email b@example.com *', 'phone +15550100123'],
    ])
  })

  it('is a conflict when two of the changed rows want one identity: the first has it', async () => {
    await writeTo(db, table, [{ email: 'a@example.com' }, { email: 'b@example.com' }])
    expect(await change({ 'a@example.com': { x: 'ada' }, 'b@example.com': { x: 'ada' } })).toMatchObject([
      { kind: 'updated' },
      { kind: 'conflict', keys: ['b@example.com', 'a@example.com'] },
    ])
  })

  it('is refused when no identity would be left, or the row would be too large', async () => {
    await writeTo(db, table, [{ email: 'a@example.com' }, { email: 'b@example.com' }])
    expect(
      await change({ 'a@example.com': { email: null }, 'b@example.com': { note: 'x'.repeat(17_000) } }),
    ).toMatchObject([
      { kind: 'refused', reason: expect.stringContaining('without an identity') },
      { kind: 'refused', reason: expect.stringContaining('16384') },
    ])
    expect(await storedRows(db, table)).toMatchObject([
      { key: 'a@example.com' },
      { key: 'b@example.com', data: { email: 'b@example.com' } },
    ])
  })

  it('writes nothing when nothing differs', async () => {
    await writeTo(db, table, [{ email: 'a@example.com', deep: { a: 1, b: [2] } }])
    const at = async () =>
      (await db.pool.query('select updated_at from table_row where table_id = $1', [table.id])).rows
    const before = await at()
    expect(await change({ 'a@example.com': { deep: { b: [2], a: 1 } } })).toMatchObject([{ kind: 'unchanged' }])
    expect(await at()).toEqual(before)
  })
})
