import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { JsonObject } from '../../../domain/json/json.ts'
import { compareNames, readPersonName } from '../../../domain/rows/person-name.ts'
import type { HeldRow } from '../../../domain/rows/state.ts'
import { numRunsFor } from '../../support/seed.ts'
import { plannedTable } from './planned-table.ts'

const OFFICE = '+1 555 010 0123'
const ADA = { email: 'ada@example.com', full_name: 'Ada Example' }
const BOB = { email: 'bob@example.com', full_name: 'Bob Sample' }

/** Writes the rows in calls of their own; returns the keys, what was merged, and the conflicts of the last call. */
function written(...rows: JsonObject[]) {
  const table = plannedTable('auto')
  const plans = rows.map((row) => table.write([row]))
  return {
    keys: table.rows().map(({ key }) => key),
    merged: plans.flatMap((plan) => plan.rows.flatMap(({ merges }) => merges.map(({ reason }) => reason))),
    conflicts: plans.at(-1)?.conflicts.map(({ reason }) => reason),
    data: table.rows().map(({ data }) => data),
  }
}

interface Case {
  readonly given: string
  readonly rows: readonly JsonObject[]
  readonly keys: readonly string[]
  readonly merged?: readonly string[]
  readonly conflict?: RegExp
}

const CASES: readonly Case[] = [
  {
    given: 'two emails and names with one phone: two people',
    rows: [
      { ...ADA, phone: OFFICE },
      { ...BOB, phone: OFFICE },
    ],
    keys: ['ada@example.com', 'bob@example.com'],
  },
  {
    given: 'two emails without names with one phone: two people',
    rows: [
      { email: 'a@example.com', phone: OFFICE },
      { email: 'b@example.com', mobile: OFFICE },
    ],
    keys: ['a@example.com', 'b@example.com'],
  },
  {
    given: 'two emails with one name and phone: one person with a new address, which is shown',
    rows: [
      { ...ADA, phone: OFFICE },
      { email: 'ada@new.example', first_name: 'Ada', last_name: 'Example', phone: OFFICE },
    ],
    keys: ['ada@new.example'],
    merged: ['Same phone number and a matching name; another email address.'],
  },
  {
    given: 'a shortened name with one phone: one person, and the reason does not claim that the names are equal',
    rows: [
      { email: 'chris@example.com', full_name: 'Christopher Example', phone: OFFICE },
      { full_name: 'Chris Example', phone: OFFICE, city: 'London' },
    ],
    keys: ['chris@example.com'],
    merged: ['Same phone number and a matching name.'],
  },
  {
    given: 'two profiles and names with one phone: two people',
    rows: [
      { linkedin: 'linkedin.com/in/ada', full_name: 'Ada Example', phone: OFFICE },
      { linkedin: 'linkedin.com/in/bob', full_name: 'Bob Sample', phone: OFFICE },
    ],
    keys: ['https://www.linkedin.com/in/ada', 'https://www.linkedin.com/in/bob'],
  },
  {
    given: 'an email and a profile of different kinds with different names: two people',
    rows: [
      { ...ADA, phone: OFFICE },
      { linkedin: 'linkedin.com/in/bob', full_name: 'Bob Sample', phone: OFFICE },
    ],
    keys: ['ada@example.com', 'https://www.linkedin.com/in/bob'],
  },
  {
    given: 'a phone alone and nothing against it: the same person, which is shown',
    rows: [
      { ...ADA, phone: OFFICE },
      { mobile: OFFICE, city: 'London' },
    ],
    keys: ['ada@example.com'],
    merged: ['Same phone number; nothing contradicts.'],
  },
  {
    given: 'a phone alone with another name: another person, whose key it is',
    rows: [
      { ...ADA, phone: OFFICE },
      { phone: OFFICE, full_name: 'Bob Sample' },
    ],
    keys: ['ada@example.com', '+15550100123'],
  },
  {
    given: 'the row of a phone gets an email: the same person',
    rows: [
      { phone: OFFICE, city: 'London' },
      { ...ADA, phone: OFFICE },
    ],
    keys: ['ada@example.com'],
  },
  {
    given: 'a phone that several rows share, alone: it is not clear whose it is',
    rows: [
      { ...ADA, phone: OFFICE },
      { ...BOB, phone: OFFICE },
      { phone: OFFICE, city: 'London' },
    ],
    keys: ['ada@example.com', 'bob@example.com'],
    conflict: /2 rows share its phone/,
  },
  {
    given: 'a phone that several rows share, with a name: the row of that name',
    rows: [
      { ...ADA, phone: OFFICE },
      { ...BOB, phone: OFFICE },
      { phone: OFFICE, full_name: 'Example, Ada' },
    ],
    keys: ['ada@example.com', 'bob@example.com'],
    merged: ['Same phone number and a matching name.'],
  },
  {
    given: 'a phone of three people, and an email without a name: a fourth row',
    rows: [
      { ...ADA, phone: OFFICE },
      { ...BOB, phone: OFFICE },
      { phone: OFFICE, full_name: 'Cy Third' },
      { email: 'info@example.com', phone: OFFICE },
    ],
    keys: ['ada@example.com', 'bob@example.com', '+15550100123', 'info@example.com'],
  },
  {
    given: 'two companies with one phone: the second is not written, and the first keeps its domain',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { company: 'Sample', domain: 'sample.example', phone: OFFICE },
    ],
    keys: ['+15550100123'],
    conflict: /another name or domain/,
  },
  {
    given: 'a company and a person with one phone: two rows',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { ...ADA, phone: OFFICE },
      { email: 'bob@home.example', phone: OFFICE },
    ],
    keys: ['+15550100123', 'ada@example.com', 'bob@home.example'],
  },
  {
    given: 'a person and a company with one phone, twice: two rows',
    rows: [
      { ...ADA, phone: OFFICE },
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { company: 'Example', domain: 'example.com', phone: OFFICE, city: 'Paris' },
    ],
    keys: ['ada@example.com', '+15550100123'],
  },
  {
    given: 'a name alone with the phone of a company: not written',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { phone: OFFICE, full_name: 'Bob Sample' },
    ],
    keys: ['+15550100123'],
    conflict: /another name or domain/,
  },
  {
    given: 'two companies called alike with one phone: the second is not written',
    rows: [
      { name: 'Example', domain: 'example.com', phone: OFFICE },
      { name: 'Example', domain: 'sample.example', phone: OFFICE },
    ],
    keys: ['+15550100123'],
    conflict: /another name or domain/,
  },
  {
    given: 'a company and its mailbox with one phone: one row',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { email: 'info@example.com', phone: OFFICE },
    ],
    keys: ['info@example.com'],
  },
  {
    given: 'a name and the mailbox of an office with one phone: two rows',
    rows: [
      { phone: OFFICE, full_name: 'Brian Sample' },
      { email: 'Info2@example.com', phone: OFFICE },
    ],
    keys: ['+15550100123', 'info2@example.com'],
  },
  {
    given: 'the mailbox of an office and a name with one phone: two rows',
    rows: [
      { email: 'büro@example.com', phone: OFFICE },
      { phone: OFFICE, full_name: 'Brian Sample' },
    ],
    keys: ['büro@example.com', '+15550100123'],
  },
  {
    given: 'a name and an address that may be theirs with one phone: the same person',
    rows: [
      { phone: OFFICE, full_name: 'Ada Example' },
      { email: 'ada@example.com', phone: OFFICE },
    ],
    keys: ['ada@example.com'],
  },
  {
    given: 'two names whose only identity is one phone: the second is not written',
    rows: [
      { phone: OFFICE, full_name: 'Ada Example' },
      { phone: OFFICE, full_name: 'Bob Sample' },
    ],
    keys: ['+15550100123'],
    conflict: /another name/,
  },
  {
    given: 'a handle each with one phone: two people',
    rows: [
      { instagram: 'ada_example', full_name: 'Ada Example', phone: OFFICE },
      { instagram: 'bob', full_name: 'Bob Sample', phone: OFFICE },
      { instagram: 'bob', phone: OFFICE, city: 'Paris' },
    ],
    keys: ['+15550100123', 'instagram:bob'],
  },
  {
    given: 'one email with two names: one row, which is shown',
    rows: [
      { email: 'info@example.com', full_name: 'Ada Example' },
      { email: 'info@example.com', full_name: 'Bob Sample' },
    ],
    keys: ['info@example.com'],
    merged: ['Same email address; another name.'],
  },
  {
    given: 'one profile with two emails: one person, which is shown',
    rows: [
      { email: 'ada@old.example', linkedin: 'linkedin.com/in/ada' },
      { email: 'ada@new.example', linkedin: 'linkedin.com/in/ada' },
    ],
    keys: ['ada@new.example'],
    merged: ['Same LinkedIn profile; another email address.'],
  },
  {
    given: 'an email of one row and the phone of another that may be theirs: a conflict',
    rows: [ADA, { phone: OFFICE, city: 'London' }, { ...ADA, phone: OFFICE }],
    keys: ['ada@example.com', '+15550100123'],
    conflict: /match 2 different rows/,
  },
  {
    given: "an email of one row and a colleague's phone: the row of the email",
    rows: [ADA, { ...BOB, phone: OFFICE }, { ...ADA, phone: OFFICE }],
    keys: ['ada@example.com', 'bob@example.com'],
  },
  {
    given: 'the same row again: an ordinary update',
    rows: [
      { ...ADA, phone: OFFICE },
      { ...ADA, phone: OFFICE, title: 'CTO' },
      { phone: '+15550100124', city: 'London' },
      { phone: '+15550100124', city: 'Paris' },
    ],
    keys: ['ada@example.com', '+15550100124'],
  },
]

describe('when two records are one person', () => {
  it.each(CASES)('$given', ({ rows, keys, merged = [], conflict }) => {
    const result = written(...rows)
    expect(result).toMatchObject({ keys, merged })
    expect(result.conflicts).toEqual(conflict === undefined ? [] : [expect.stringMatching(conflict)])
  })

  it('many with one phone are as many, in one call and in time', () => {
    const rows = Array.from({ length: 3_000 }, (_, number) => ({ email: `p${number}@example.com`, phone: OFFICE }))
    const table = plannedTable('auto')
    table.write(rows)
    expect(table.rows()).toHaveLength(3_000)
    const { conflicts } = table.write([
      { phone: OFFICE, city: 'London' },
      { email: 'new@example.com', phone: OFFICE },
    ])
    expect([conflicts.map(({ index }) => index), table.rows().length]).toEqual([[0], 3_001])
  })
})

describe('two names', () => {
  it.each([
    ['Ada Example', 'Example, Ada', 'agree'],
    ['Dr. Ada Example', 'ada example', 'agree'],
    ['Ada M. Example', 'Ada Example', 'agree'],
    ['A. Example', 'Ada Example', 'agree'],
    ['Jörg Müller', 'Joerg Mueller', 'agree'],
    ['Chris Example', 'Christopher Example', 'agree'],
    ['José García', 'Jose Garcia', 'agree'],
    ['Ada', 'Ada Example', 'unknown'],
    ['Ada', 'Ada', 'unknown'],
    ['A. E.', 'Ada Example', 'unknown'],
    ['Ada Example', 'Ада Пример', 'unknown'],
    ['Ada Example', null, 'unknown'],
    ['Ada Example', 'Bob Example', 'differ'],
    ['Ada', 'Bob Sample', 'differ'],
    ['Ada Maria Example', 'Ada Jane Example', 'differ'],
  ])('%s and %s: %s', (one, other, expected) => {
    const [left, right] = [one, other].map((name) => (name === null ? null : readPersonName({ full_name: name })))
    expect([compareNames(left ?? null, right ?? null), compareNames(right ?? null, left ?? null)]).toEqual([
      expected,
      expected,
    ])
  })
})

const PHONES = ['+15550100101', '+15550100102']
const PEOPLE = ['Ada Example', 'Bob Sample', 'Cleo Muster', 'Dana Ejemplo']
/** A person with an email, a profile or a handle of their own, and perhaps a phone that others have too. */
const personRow = (number: number) =>
  fc
    .record({
      strong: fc.subarray(['email', 'linkedin', 'instagram'], { minLength: 1 }),
      phone: fc.constantFrom(...PHONES, null),
      city: fc.constantFrom('London', 'Paris'),
    })
    .map(({ strong, phone, city }): JsonObject => {
      const all: JsonObject = {
        email: `p${number}@example.com`,
        linkedin: `linkedin.com/in/p${number}`,
        instagram: `person${number}`,
      }
      return {
        full_name: PEOPLE[number] ?? '',
        phone,
        city,
        ...Object.fromEntries(strong.map((field) => [field, all[field] ?? null])),
      }
    })

describe('distinct people who share phones', () => {
  it('are a row each, in any order, in one call or many', () => {
    const people = fc
      .tuple(personRow(0), personRow(1), personRow(2), personRow(3))
      .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }))
    fc.assert(
      fc.property(people, fc.boolean(), (rows, together) => {
        const table = plannedTable('auto')
        for (const call of together ? [rows] : rows.map((row) => [row])) table.write(call)
        const namesOf = (held: readonly HeldRow[]) => held.map(({ data }) => data['full_name']).toSorted()
        expect(namesOf(table.rows())).toEqual(PEOPLE.toSorted())
        // Written again, each finds its own row.
        table.write(rows)
        expect(namesOf(table.rows())).toEqual(PEOPLE.toSorted())
      }),
      { numRuns: numRunsFor(300) },
    )
  })
})

describe('one person', () => {
  it('is one row, whichever spelling names them', () => {
    const spelling = fc.constantFrom<JsonObject>(
      { email: 'Ada@Example.com' },
      { work_email: ' ada@example.com', phone: '(555) 010-0123' },
      { email: 'mailto:ada@example.com', mobile: '+1 555 010 0123', full_name: 'Example, Ada' },
      { email: 'ada@example.com', phone: '+15550100123', first_name: 'Ada' },
    )
    fc.assert(
      fc.property(fc.array(spelling, { minLength: 1, maxLength: 6 }), (rows) => {
        const table = plannedTable('auto')
        table.write(rows)
        expect(table.rows()).toHaveLength(1)
      }),
      { numRuns: numRunsFor(100) },
    )
  })
})
