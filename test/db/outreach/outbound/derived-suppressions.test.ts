import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import {
  addSuppressions,
  listSuppressions,
  type NewSuppression,
  removeSuppressions,
} from '../../../../db/outreach/outbound/suppressions.ts'
import { eraseBatch } from '../../../../usecases/erasure/erase-batch.ts'
import { removeRows } from '../../../../usecases/tables/remove-rows.ts'
import { unmergeRow } from '../../../../usecases/tables/unmerge-row.ts'
import { deleteTable } from '../../../../usecases/tables/delete-table.ts'
import { type TableState } from '../../../../db/tables/tables.ts'
import { readErasureSubject } from '../../../../domain/erasures/subject.ts'
import { readSuppressionSubject } from '../../../../domain/outbound/subjects.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { buildErasure } from '../../erasure/build.ts'
import { A_PERSON, BY_TEST, buildTable, storedRows, writeTo } from '../../tables/build.ts'
import { buildSend, reserveSend, type SendToBuild, turnTablesOn } from './build.ts'

const WORK = 'kim@work.example'
const PRIVATE = 'kim.lee@example.net'
const PROFILE = 'https://www.linkedin.com/in/kim-lee'
const PHONE = '+14155552671'
const CARD = { email: WORK, full_name: 'Kim Lee', linkedin: PROFILE, phone: PHONE }

let db: Database
let close: () => Promise<void>
let owner: Owner
let table: TableState
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
  table = await buildTable(db, owner)
})

const subjectOf = (text: string): NewSuppression => {
  const read = readSuppressionSubject(text)
  if (read.kind !== 'read') throw new Error(read.reason)
  return { ...read.subject, subject: text }
}
const suppress = (...texts: string[]) =>
  addSuppressions(db, owner, { subjects: texts.map(subjectOf), reason: 'manual', source: 'api' })
const lift = (text: string) => removeSuppressions(db, owner, { subjects: [subjectOf(text)], texts: [text] })
const listed = async () => {
  const found = await listSuppressions(db, { ...owner, kind: null, reason: null, after: null, limit: 10 })
  return found.map(({ subject, derivedFrom }) => [subject, derivedFrom]).toSorted()
}

const isBlocked = async (text: string): Promise<boolean> => {
  const { kind, value } = subjectOf(text)
  const send: SendToBuild =
    kind === 'email'
      ? { input: { to: value, subject: 's', text: 't' } }
      : kind === 'linkedin'
        ? { capability: 'linkedin.invite', input: { profile_url: text } }
        : { capability: 'chat.send', input: { platform: 'whatsapp', phone: value, text: 't' } }
  return (await reserveSend(db, await buildSend(db, owner, { ...send, allowRepeat: true }))).kind === 'blocked'
}
const blocked = (...texts: string[]) => Promise.all(texts.map(isBlocked))
const removeAll = async () => removeRows(db, table, { ids: (await storedRows(db, table)).map(({ id }) => BigInt(id)) })

describe('a suppression blocks the entire person', () => {
  it.each([
    ['their row', removeAll],
    ['the table', () => deleteTable(db, owner, { name: table.name, caller: A_PERSON })],
  ])('after %s was deleted, until it is lifted', async (_, remove) => {
    await writeTo(db, table, [CARD])
    await suppress(WORK)
    await remove()
    expect(await blocked(WORK, PROFILE, PHONE)).toEqual([true, true, true])
    expect(await listed()).toEqual([
      [PHONE, WORK],
      [PROFILE, WORK],
      [WORK, null],
    ])
    await lift(WORK)
    expect([await blocked(WORK, PROFILE, PHONE), await listed()]).toEqual([[false, false, false], []])
  })

  it('after another identity took the place of the suppressed one', async () => {
    await writeTo(db, table, [CARD])
    await suppress(WORK)
    await writeTo(db, table, [{ ...CARD, email: PRIVATE }], { mode: 'replace' })
    expect(await blocked(PRIVATE, PROFILE)).toEqual([true, true])
    await removeAll()
    expect(await blocked(PRIVATE, PROFILE)).toEqual([true, true])
  })

  it('through a mail that is known from a row of before', async () => {
    await writeTo(db, table, [{ email: WORK, linkedin: PROFILE }])
    await suppress(WORK)
    await removeAll()
    await writeTo(db, table, [{ email: PRIVATE, linkedin: PROFILE }])
    await removeAll()
    expect(await blocked(PRIVATE)).toEqual([true])
    await lift(WORK)
    expect(await blocked(PRIVATE, PROFILE)).toEqual([false, false])
  })

  it('also by the suppression of a domain', async () => {
    await writeTo(db, table, [CARD])
    await suppress('work.example')
    await removeAll()
    expect(await blocked(PROFILE)).toEqual([true])
    expect(await listed()).toContainEqual([PROFILE, 'work.example'])
  })

  it('and an own suppression of another identity outlives it', async () => {
    await writeTo(db, table, [CARD])
    await suppress(WORK)
    await removeAll()
    expect((await suppress(PROFILE)).added).toBe(1)
    await lift(WORK)
    expect(await blocked(PROFILE, PHONE)).toEqual([true, false])
  })
})

describe('an erasure', () => {
  const erase = async (text: string, keepSuppression: boolean) => {
    const read = readErasureSubject(text)
    if (read.kind !== 'read') throw new Error(read.reason)
    const { erasure, scope } = await buildErasure(db, owner, read.subject, { keepSuppression })
    for (const stage of ['rows', 'people'] as const)
      await eraseBatch(db, erasure, { scope, stage, cursor: { stage: null, after: null, waiting: null } })
  }
  beforeEach(async () => {
    await writeTo(db, table, [CARD])
    await suppress(WORK)
    await removeAll()
  })

  it.each([WORK, PROFILE])('of %s takes what is derived too', async (text) => {
    await erase(text, false)
    expect([await listed(), await blocked(WORK, PROFILE)]).toEqual([[], [false, false]])
  })

  it.each([WORK, PROFILE])('of %s keeps hashes of what is derived too', async (text) => {
    await erase(text, true)
    expect((await listed()).map(([subject]) => subject?.slice(0, 7))).toEqual(['erased:', 'erased:', 'erased:'])
    expect(await blocked(WORK, PROFILE, PHONE)).toEqual([true, true, true])
  })
})

describe('and no other person', () => {
  it('by the mailbox of an office, or a number that others have or get', async () => {
    await writeTo(db, table, [{ ...CARD, work_email: 'info@work.example' }])
    await suppress(WORK)
    await removeAll()
    await writeTo(db, await buildTable(db, owner), [
      { email: 'robin@work.example', work_email: 'info@work.example', full_name: 'Robin Sample', phone: PHONE },
    ])
    expect(await blocked('info@work.example', 'robin@work.example')).toEqual([false, false])
  })

  it('where another name took the row over, or a merge of two people is undone', async () => {
    const [ada, bob] = [
      { email: 'ada@example.com', full_name: 'Ada Example', linkedin: 'linkedin.com/in/team' },
      { email: 'bob@example.com', full_name: 'Bob Sample', linkedin: 'linkedin.com/in/team' },
    ]
    await writeTo(db, table, [ada])
    await writeTo(db, table, [bob])
    await suppress(ada.email)
    await unmergeRow(db, { table, key: bob.email, number: null, cause: BY_TEST })
    expect(await listed()).toEqual([[ada.email, null]])
  })
})
