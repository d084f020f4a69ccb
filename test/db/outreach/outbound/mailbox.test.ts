import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { mailboxOf } from '../../../../domain/accounts/mailbox.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

it.each([
  'ada@example.com',
  'ada+news@example.com',
  'a.d.a+x+y@gmail.com',
  'a.da@googlemail.com',
  'a.da@example.com',
  '+491711@sms.example.com',
  '+491711+x@sms.example.com',
  '++a@example.com',
  'ada@one@example.com',
  'no address',
  '@example.com',
])('the database reads the mailbox of %s as the rule does', async (address) => {
  const { rows } = await db.pool.query('select mailbox_of($1) as mailbox', [address])
  expect(rows).toEqual([{ mailbox: mailboxOf(address) }])
})
