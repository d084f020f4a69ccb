import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { type ErasureCursor, readErasure } from '../../../db/erasure/erasures.ts'
import { previewErasure } from '../../../db/erasure/preview.ts'
import { updateRows } from '../../../usecases/tables/update-rows.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { Json } from '../../../domain/json/json.ts'
import { readErasureSubject } from '../../../domain/erasures/subject.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { BY_TEST, buildTable, storedRows, writeTo } from '../tables/build.ts'
import { buildErasure } from './build.ts'

const WORK = 'kim@work.example'
const PRIVATE = 'kim.lee@example.net'
const PHONE = '+14155552671'
const NAME = 'Kim Lee'

let db: Database
let close: () => Promise<void>
let owner: Owner
let table: TableState
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
  table = await buildTable(db, owner)
})

const subjectOf = (text: string) => {
  const read = readErasureSubject(text)
  if (read.kind !== 'read') throw new Error(read.reason)
  return read.subject
}

async function eraseRows(text: string) {
  const { erasure, scope } = await buildErasure(db, owner, subjectOf(text))
  for (let cursor: ErasureCursor = { stage: null, after: null, waiting: null }; ;) {
    const done = await eraseBatch(db, erasure, { scope, stage: 'rows', cursor })
    if (done.state === 'over') break
    cursor = done.cursor
  }
  return readErasure(db, erasure, erasure.id)
}

/** The preview, then the erasure of the rows: both state the same of the rows that stay. */
async function erase(text: string) {
  const shown = await previewErasure(db, owner, subjectOf(text))
  const receipt = await eraseRows(text)
  const deleted = shown.rows.filter(({ kept }) => kept === null).length
  const kept = shown.rows.flatMap((row) => row.kept ?? [])
  expect([receipt?.erased.rows ?? 0, receipt?.kept.map(({ reason }) => reason)]).toEqual([deleted, kept])
  return receipt
}

const set = async (key: string, fields: Readonly<Record<string, Json>>): Promise<void> => {
  const [row] = (await storedRows(db, table)).filter((one) => one.key === key)
  if (row === undefined) throw new Error(`no row ${key}`)
  const rowSet = {
    status: undefined,
    nextAt: undefined,
    fields: new Map(Object.entries(fields)),
    ignored: [],
    emptied: [],
  }
  const rows = { ids: [BigInt(row.id)] }
  await updateRows(db, { table, rows, set: rowSet, ifStatus: undefined, cause: BY_TEST })
}

const left = async (of = table) => (await storedRows(db, of)).map(({ data }) => data)

describe('an erasure of one of the mails of a person', () => {
  const first = { email: WORK, full_name: NAME, phone: PHONE }
  const second = { email: PRIVATE, full_name: NAME, phone: PHONE }

  it.each([WORK, PRIVATE])('takes the row that a second write gave another mail, by %s', async (mail) => {
    await writeTo(db, table, [first])
    await writeTo(db, table, [second])
    expect(await left()).toEqual([second])
    expect(await erase(mail)).toMatchObject({ erased: { rows: 1 }, kept: [] })
    expect(await left()).toEqual([])
  })

  it.each([WORK, PRIVATE])('takes the row whose mail was changed, by %s', async (mail) => {
    await writeTo(db, table, [first])
    await set(WORK, { email: PRIVATE })
    await erase(mail)
    expect(await left()).toEqual([])
  })

  it('takes a row that was replaced entirely, by the mail that it has', async () => {
    await writeTo(db, table, [first])
    await writeTo(db, table, [second], { mode: 'replace' })
    await erase(PRIVATE)
    expect(await left()).toEqual([])
  })

  it('takes a row that was replaced entirely, by the mail that it had', async () => {
    await writeTo(db, table, [first])
    await writeTo(db, table, [second, { email: 'sam@example.com', note: `asks for ${WORK}` }], { mode: 'replace' })
    const read = await eraseRows(WORK)
    expect([read?.erased, await left()]).toEqual([{ rows: 1, row_fields: 1 }, [{ email: 'sam@example.com' }]])
  })

  it.each([
    ['kim+news@work.example', WORK],
    [WORK, 'kim+news@work.example'],
    ['k.im@gmail.com', 'kim+a@googlemail.com'],
  ])('takes the row of %s, by %s of the same mailbox', async (email, mail) => {
    await writeTo(db, table, [
      { ...first, email },
      { email: 'sam@example.com', note: `asks for ${email}` },
    ])
    await eraseRows(mail)
    expect(await left()).toEqual([{ email: 'sam@example.com' }])
  })

  it('takes the rows of other tables that its profile leads to', async () => {
    const [profiles, calls] = [await buildTable(db, owner), await buildTable(db, owner)]
    await writeTo(db, table, [{ ...first, linkedin: 'linkedin.com/in/kim-lee' }])
    await writeTo(db, profiles, [{ linkedin: 'linkedin.com/in/kim-lee', personal_email: PRIVATE }])
    await writeTo(db, calls, [
      { email: PRIVATE, full_name: 'K. Lee', note: 'called' },
      { email: 'robin@example.com', full_name: 'Robin Sample', phone: PHONE },
    ])
    await erase(WORK)
    expect([await left(), await left(profiles), await left(calls)]).toEqual([
      [],
      [],
      [{ email: 'robin@example.com', full_name: 'Robin Sample', phone: PHONE }],
    ])
  })

  it('leaves the rows of colleagues who have the mailbox of the office too', async () => {
    const other = await buildTable(db, owner)
    const robin = { email: 'robin@example.com', work_email: 'info@work.example', full_name: 'Robin Sample' }
    await writeTo(db, table, [{ ...first, work_email: 'info@work.example' }])
    await writeTo(db, other, [robin])
    expect(await erase(WORK)).toMatchObject({ erased: { rows: 1 }, kept: [] })
    expect([await left(), await left(other)]).toEqual([[], [robin]])
  })
})

describe('a row of two people', () => {
  const team = 'linkedin.com/in/team'
  const bob = { email: 'bob@example.com', full_name: 'Bob Sample', phone: '+14155552672', linkedin: team }
  const ada = { email: 'ada@example.com', full_name: 'Ada Example', title: 'CTO', linkedin: team }
  beforeEach(async () => {
    await writeTo(db, table, [bob])
    await writeTo(db, table, [ada])
  })

  it('loses the part of the second, and the receipt names the row', async () => {
    const receipt = await erase(ada.email)
    expect(receipt?.kept).toEqual([{ table: table.name, key: bob.email, reason: 'in_doubt' }])
    const [row] = await storedRows(db, table)
    expect([row?.key, row?.data]).toEqual([bob.email, bob])
    expect(row?.names).toEqual([`email ${bob.email} *`, 'linkedin in/team *', 'phone +14155552672'])
  })

  it('loses the part of the first', async () => {
    const receipt = await erase(bob.email)
    expect(receipt?.kept).toEqual([{ table: table.name, key: ada.email, reason: 'in_doubt' }])
    const [row] = await storedRows(db, table)
    expect([row?.data, row?.names]).toEqual([ada, [`email ${ada.email} *`, 'linkedin in/team *']])
  })

  it('stays without what both parts name, and the receipt names it by its key of today', async () => {
    const receipt = await erase('https://www.linkedin.com/in/team')
    expect(receipt?.kept).toEqual([{ table: table.name, key: ada.email, reason: 'in_doubt' }])
    expect(await left()).toEqual([{ ...ada, phone: bob.phone, linkedin: undefined }])
    await eraseRows(ada.email)
    expect((await readErasure(db, owner, receipt?.id ?? ''))?.kept).toEqual([])
  })

  it('is kept and named where another person took it over', async () => {
    await writeTo(db, table, [{ email: 'cleo@example.com', full_name: 'Cleo Old' }])
    await set('cleo@example.com', { email: 'dan@example.com', full_name: 'Dan New' })
    const receipt = await erase('cleo@example.com')
    expect(receipt?.kept).toEqual([{ table: table.name, key: 'dan@example.com', reason: 'in_doubt' }])
    expect(await left()).toContainEqual({ email: 'dan@example.com', full_name: 'Dan New' })
  })

  it('goes by the name of the person who took it over', async () => {
    await writeTo(db, table, [{ email: 'cleo@example.com', full_name: 'Cleo Old' }])
    await set('cleo@example.com', { email: 'dan@example.com', full_name: 'Dan New' })
    expect(await erase('dan@example.com')).toMatchObject({ erased: { rows: 1 }, kept: [] })
  })
})

it('names the rows of others that an erased number stays out of', async () => {
  const people = ['bob', 'cleo'].map((name) => ({ email: `${name}@example.com`, full_name: name, phone: PHONE }))
  await writeTo(db, await buildTable(db, owner, 'email'), people)
  const receipt = await erase(PHONE)
  expect(receipt?.kept.map(({ key, reason }) => `${key} ${reason}`).toSorted()).toEqual([
    'bob@example.com another_person',
    'cleo@example.com another_person',
  ])
})

it('leaves the row that a person without a name had, if a merge by a phone alone brought another person', async () => {
  const other = { linkedin: 'linkedin.com/in/robin', full_name: 'Robin Sample', phone: PHONE }
  await writeTo(db, table, [{ email: WORK, phone: PHONE }])
  await writeTo(db, table, [other])
  await writeTo(db, table, [{ ...other, email: 'robin@example.com' }], { mode: 'replace' })
  expect(await eraseRows(WORK)).toMatchObject({ kept: [{ reason: 'in_doubt' }] })
  expect(await left()).toEqual([{ ...other, email: 'robin@example.com' }])
})

it('leaves the row of another person into which a phone alone brought a profile without a name', async () => {
  const other = { email: 'robin@example.com', full_name: 'Robin Sample', phone: PHONE }
  await writeTo(db, table, [other])
  await writeTo(db, table, [{ linkedin: 'linkedin.com/in/kim-lee', phone: PHONE }])
  await writeTo(db, table, [{ ...other, email: 'robin@work.example' }], { mode: 'replace' })
  expect(await eraseRows('linkedin.com/in/kim-lee')).toMatchObject({ kept: [{ reason: 'in_doubt' }] })
  expect(await left()).toEqual([{ ...other, email: 'robin@work.example' }])
})

it('leaves the people whose addresses also begin with a plus sign, as a gateway of text messages has them', async () => {
  const others = [{ email: '+491722@sms.example.com' }, { email: '+491733+x@sms.example.com' }]
  await writeTo(db, table, [{ email: '+491711@sms.example.com' }, ...others])
  await erase('+491711@sms.example.com')
  expect(await left()).toEqual(others)
})
