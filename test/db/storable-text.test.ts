import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { parseExactJson } from '../../domain/json/exact.ts'
import { toStorableJson } from '../../db/storable-text.ts'
import type { Database } from '../../db/database.ts'
import { openTestDatabase } from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

it.each([
  [
    'a number far beyond a double',
    '{"id":1234567890123456e200000,"list":[1234567890123456E-99999]}',
    '{"id": "1234567890123456e200000", "list": ["1234567890123456E-99999"]}',
  ],
  ['a long number', '{"id":12345678901234567890123}', '{"id": 12345678901234567890123}'],
  ['text that looks like a number', '{"id":"12e200000"}', '{"id": "12e200000"}'],
  ['NUL and half a character', '{"a":"\\u0000\\ud800","b":"👋"}', '{"a": "\ufffd\ufffd", "b": "👋"}'],
])('any answer of a provider can be stored: %s', async (_, payload, kept) => {
  const {
    rows: [row],
  } = await db.pool.query<{ kept: string }>('select $1::jsonb::text as kept', [toStorableJson(parseExactJson(payload))])
  expect(row?.kept).toBe(kept)
})
