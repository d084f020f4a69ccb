import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { buildTable, storedRows, writeTo } from '../../tables/build.ts'
import { buildSend, reserveSend, suppress, turnTablesOn } from './build.ts'

const OFFICE = '+12025550123'
const person = (name: string, more: JsonObject = {}): JsonObject => ({
  email: `${name}@example.com`,
  full_name: `${name} Example`,
  phone: OFFICE,
  ...more,
})

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

/** Whether a send is blocked by a suppression. */
async function isBlocked(input: JsonObject, more: object = {}): Promise<boolean> {
  const reserved = await reserveSend(db, await buildSend(db, owner, { input, allowRepeat: true, ...more }))
  return reserved.kind === 'blocked'
}
const mailTo = (name: string) => ({ to: `${name}@example.com`, subject: 's', text: 't' })
const whatsapp = (phone: string) => isBlocked({ platform: 'whatsapp', phone, text: 't' }, { capability: 'chat.send' })
const blockedOf = (names: readonly string[]) => Promise.all(names.map((name) => isBlocked(mailTo(name))))

describe('a phone that several people share', () => {
  it.each(['auto', 'email'] as const)('blocks none of them with another, in a table keyed on %s', async (mode) => {
    const table = await buildTable(db, owner, mode)
    await writeTo(db, table, [person('ada'), person('bob'), person('cleo')])
    await suppress(db, owner, 'email', 'ada@example.com')
    expect(await blockedOf(['ada', 'bob', 'cleo'])).toEqual([true, false, false])
    const [, bob] = await storedRows(db, table)
    expect(await isBlocked(mailTo('bob'), { rowId: bob?.id ?? '' })).toBe(false)
  })

  it('blocks what is sent to it, and nothing else, when it is suppressed', async () => {
    await writeTo(db, await buildTable(db, owner), [person('ada'), person('bob')])
    await suppress(db, owner, 'phone', OFFICE)
    expect([await blockedOf(['ada', 'bob']), await whatsapp(OFFICE)]).toEqual([[false, false], true])
  })

  it('is known over several tables', async () => {
    await writeTo(db, await buildTable(db, owner), [person('ada')])
    await writeTo(db, await buildTable(db, owner), [person('bob')])
    await suppress(db, owner, 'email', 'ada@example.com')
    expect([await blockedOf(['ada', 'bob']), await whatsapp(OFFICE)]).toEqual([[true, false], false])
  })
})

it('a phone of one person blocks them on every channel, by any identity', async () => {
  await writeTo(db, await buildTable(db, owner), [person('ada')])
  await writeTo(db, await buildTable(db, owner), [person('ada', { city: 'London' })])
  await suppress(db, owner, 'phone', OFFICE)
  expect([await blockedOf(['ada']), await whatsapp(OFFICE)]).toEqual([[true], true])
})
