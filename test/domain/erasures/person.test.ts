import { describe, expect, it } from '@jest/globals'
import { type CarryingRow, personOf } from '../../../domain/erasures/person.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { readRow } from '../../../domain/rows/identities.ts'

const ADA = { kind: 'email', value: 'ada@example.com' } as const

/** Rows of several tables, as they were written once. */
const rows = (...data: readonly JsonObject[]): CarryingRow[] =>
  data.map((one, at) => ({
    id: String(at),
    data: one,
    keyMode: 'auto',
    identities: readRow(one, 'auto').identities.map((identity) => ({ ...identity, isShared: false })),
    isOfTwoNames: false,
    changes: [],
  }))

const ownOf = (...data: readonly JsonObject[]): string[] => personOf(ADA, rows(...data)).own.map(({ value }) => value)

describe('the identities of an erased person', () => {
  const card = { email: ADA.value, linkedin: 'linkedin.com/in/ada' }

  it.each<[string, JsonObject, string[]]>([
    ['a profile leads to another mail', { linkedin: 'linkedin.com/in/ada', email: 'a@net.example' }, ['a@net.example']],
    ['a mail leads to a profile', { email: ADA.value, x: 'x.com/ada_example' }, ['x:ada_example']],
  ])('%s', (_, row, found) => {
    expect(ownOf(card, row)).toEqual([ADA.value, 'in/ada', ...found])
  })

  it('end at another name', () => {
    const bob = { email: 'bob@example.com', linkedin: 'linkedin.com/in/ada', full_name: 'Bob Sample' }
    expect(ownOf({ ...card, full_name: 'Ada Example' }, bob)).toEqual([ADA.value, 'in/ada'])
  })

  it.each<[string, string, JsonObject]>([
    ['a mailbox of two people', 'team@example.com', { email: 'bob@example.com', work_email: 'team@example.com' }],
    ['the mailbox of an office', 'info@example.com', { email: 'bob@example.com', work_email: 'info@example.com' }],
  ])('do not have %s, in whatever order the rows are read', (_, mailbox, bob) => {
    const ada = { email: ADA.value, work_email: mailbox }
    for (const data of [
      [ada, bob],
      [bob, ada],
    ])
      expect(personOf(ADA, rows(...data))).toEqual({ own: [ADA], shared: [{ kind: 'email', value: mailbox }] })
  })

  it('do not have the number of an office, though no table has marked it as shared', () => {
    const phone = '+14155552671'
    const data = [
      { email: ADA.value, phone },
      { email: 'bob@example.com', phone },
    ]
    expect(personOf(ADA, rows(...data))).toEqual({ own: [ADA], shared: [{ kind: 'phone', value: phone }] })
  })

  it('have a second mail that only their rows have, where the names agree', () => {
    const second = { email: 'ada@example.net', work_email: 'ada@work.example', full_name: 'A. Example' }
    const first = { email: ADA.value, personal_email: 'ada@example.net', full_name: 'Ada Example' }
    expect(ownOf(first, second)).toEqual([ADA.value, 'ada@example.net', 'ada@work.example'])
  })

  it('are the subject alone where a change gave a row another name and another mail', () => {
    const [row] = rows({ email: 'dan@example.com', full_name: 'Dan New' })
    const taken = row === undefined ? [] : [{ ...row, identities: [...row.identities, { ...ADA, isShared: false }] }]
    const after = (...fields: string[]) => taken.map((one) => ({ ...one, changes: [fields] }))
    expect(personOf(ADA, after('email', 'full_name')).own).toEqual([ADA])
    expect(personOf(ADA, after('email', 'title')).own).toHaveLength(2)
  })
})
