import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { readOpenErasure } from '../../../db/erasure/erasures.ts'
import { recordConnections } from '../../../db/outreach/inbound/record-participants.ts'
import type { ErasureSubject } from '../../../domain/erasures/subject.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { buildTable, writeTo } from '../tables/build.ts'
import { buildErasure } from './build.ts'

const ADA = { kind: 'email', value: 'ada@example.com' } as const

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})

async function namesOf(subject: ErasureSubject): Promise<{ names: string[]; networkIds: readonly string[] }> {
  const { erasure, scope } = await buildErasure(db, owner, subject)
  // Looked up once: what the erasure does meanwhile does not change it.
  expect((await readOpenErasure(db, erasure.id))?.scope).toEqual(scope)
  const { identities, networkIds } = scope.names
  return { names: identities.map(({ kind, value }) => `${kind} ${value}`), networkIds }
}

describe('the names of an erased person', () => {
  it('are the subject alone where no row carries it', async () => {
    expect(await namesOf(ADA)).toEqual({ names: ['email ada@example.com'], networkIds: [] })
  })

  it('are the identities of their rows, in one hop', async () => {
    const table = await buildTable(db, owner)
    await writeTo(db, table, [
      { email: 'ada@example.com', phone: '+14155552671', linkedin_url: 'https://www.linkedin.com/in/ada-example' },
    ])
    await writeTo(db, await buildTable(db, owner), [{ email: 'ada@example.net', phone: '+14155552671' }])
    // The other address is theirs perhaps, or a colleague's with the same number.
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com', 'linkedin in/ada-example'])
  })

  it('have a number that no other person has', async () => {
    const table = await buildTable(db, owner)
    await writeTo(db, table, [{ email: 'ada@example.com', phone: '+14155552671' }])
    await writeTo(db, await buildTable(db, owner), [{ phone: '+14155552671', note: 'no address' }])
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com', 'phone +14155552671'])
  })

  it('leave out the number of an office', async () => {
    const table = await buildTable(db, owner, 'email')
    await writeTo(db, table, [
      { email: 'ada@example.com', phone: '+14155552671' },
      { email: 'robin@example.com', phone: '+14155552671' },
    ])
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com'])
  })

  it('leave out a number that another row has with another identity', async () => {
    await writeTo(db, await buildTable(db, owner), [
      { email: 'ada@example.com', full_name: 'Ada Example', phone: '+14155552671' },
      { linkedin_url: 'linkedin.com/in/bob-sample', full_name: 'Bob Sample', phone: '+14155552671' },
    ])
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com'])
    const office = await namesOf({ kind: 'phone', value: '+14155552671' })
    expect(office.names).toEqual(['phone +14155552671'])
  })

  it('are the subject alone where a row may be about two people', async () => {
    const table = await buildTable(db, owner)
    await writeTo(db, table, [{ email: 'ada@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Ada Example' }])
    await writeTo(db, table, [{ email: 'bob@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Bob Sample' }])
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com'])
  })

  it('are both addresses of a row that names them together', async () => {
    await writeTo(db, await buildTable(db, owner), [{ email: 'ada@example.com', work_email: 'ada@work.example' }])
    expect((await namesOf(ADA)).names).toEqual(['email ada@example.com', 'email ada@work.example'])
  })

  it('are all names by which a network knows them', async () => {
    const people = ['in/ada-example', 'in/acoaa-77'].map((value) => ({ kind: 'linkedin' as const, value }))
    await db.transaction({ name: 'record_connections', effect: true }, (tx) =>
      recordConnections(tx, owner, { person: 'ACoAA-77', people, at: new Date() }),
    )
    expect(await namesOf({ kind: 'linkedin', value: 'in/ada-example' })).toEqual({
      names: ['linkedin in/acoaa-77', 'linkedin in/ada-example'],
      networkIds: ['ACoAA-77'],
    })
  })
})
