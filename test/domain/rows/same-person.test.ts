import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
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
    merged: ['Same phone number and a form of the name.'],
  },
  {
    given: 'names that begin alike with an email each and one phone: two people',
    rows: [
      { email: 'jan@example.com', full_name: 'Jan Example', phone: OFFICE },
      { email: 'jana@example.com', full_name: 'Jana Example', phone: OFFICE },
    ],
    keys: ['jan@example.com', 'jana@example.com'],
  },
  {
    given: 'names that begin alike with one phone: two people',
    rows: [
      { phone: OFFICE, full_name: 'Eric Example' },
      { phone: OFFICE, full_name: 'Erica Example' },
    ],
    keys: ['+15550100123', '+15550100123 (2)'],
  },
  {
    given: 'a short form of the name and another email with one phone: two people, because families share names',
    rows: [
      { email: 'chris@example.com', full_name: 'Chris Example', phone: OFFICE },
      { email: 'christopher@example.com', full_name: 'Christopher Example', phone: OFFICE },
    ],
    keys: ['chris@example.com', 'christopher@example.com'],
  },
  {
    given: 'an initial of the name and another email with one phone: two people',
    rows: [
      { email: 'ada@example.com', full_name: 'Ada Example', phone: OFFICE },
      { email: 'a.example@sample.example', full_name: 'A. Example', phone: OFFICE },
    ],
    keys: ['ada@example.com', 'a.example@sample.example'],
  },
  {
    given: 'an initial of a middle name and another email with one phone: one person',
    rows: [
      { email: 'ada@example.com', full_name: 'Ada K. Example', phone: OFFICE },
      { email: 'ada@new.example', full_name: 'Ada Example', phone: OFFICE },
    ],
    keys: ['ada@new.example'],
    merged: ['Same phone number and a matching name; another email address.'],
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
    conflict: /has only the phone number `\+15550100123`, which 2 rows have/,
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
    given: 'two companies with one phone: two rows, which are found again by name and domain',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { company: 'Sample', domain: 'sample.example', phone: OFFICE },
      { company: 'Sample', domain: 'sample.example', phone: OFFICE, city: 'Paris' },
    ],
    keys: ['+15550100123', '+15550100123 (2)'],
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
    given: 'a name alone with the phone of a company: two rows',
    rows: [
      { company: 'Example', domain: 'example.com', phone: OFFICE },
      { phone: OFFICE, full_name: 'Bob Sample' },
    ],
    keys: ['+15550100123', '+15550100123 (2)'],
  },
  {
    given: 'two companies called alike with one phone: two rows',
    rows: [
      { name: 'Example', domain: 'example.com', phone: OFFICE },
      { name: 'Example', domain: 'sample.example', phone: OFFICE },
    ],
    keys: ['+15550100123', '+15550100123 (2)'],
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
    given: 'names whose only identity is one phone: a numbered row each, which is found again by the name',
    rows: [
      { phone: OFFICE, full_name: 'Ada Example' },
      { phone: OFFICE, full_name: 'Bob Sample' },
      { phone: OFFICE, full_name: 'Cy Third' },
      { phone: OFFICE, full_name: 'Sample, Bob', city: 'Paris' },
    ],
    keys: ['+15550100123', '+15550100123 (2)', '+15550100123 (3)'],
  },
  {
    given: 'the numbered row of a name gets an email: its key is the email',
    rows: [
      { phone: OFFICE, full_name: 'Ada Example' },
      { phone: OFFICE, full_name: 'Bob Sample' },
      { ...BOB, phone: OFFICE },
    ],
    keys: ['+15550100123', 'bob@example.com'],
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
    rows: [ADA, { ...ADA, full_name: 'Bob Sample' }],
    keys: ['ada@example.com'],
    merged: ['Same email address; another name.'],
  },
  {
    given: 'the address of an office with two names: a row each, which is found again by the name',
    rows: [
      { email: 'info@example.com', full_name: 'Ada Example' },
      { email: 'info@example.com', full_name: 'Bob Sample' },
      { email: 'info@example.com', full_name: 'Bob Sample', city: 'Paris' },
    ],
    keys: ['info@example.com', 'info@example.com (2)'],
  },
  {
    given: 'the address of an office with two profiles: a row each',
    rows: [
      { email: 'info@example.com', linkedin: 'linkedin.com/in/ada' },
      { email: 'info@example.com', linkedin: 'linkedin.com/in/bob' },
    ],
    keys: ['info@example.com', 'https://www.linkedin.com/in/bob'],
  },
  {
    given: 'the address of an office, and then a name with it: one row',
    rows: [{ email: 'info@example.com' }, { email: 'info@example.com', full_name: 'Ada Example' }],
    keys: ['info@example.com'],
  },
  {
    given: 'the account of a firm next to its people: a row each, which is found again by the email',
    rows: [
      { ...ADA, twitter: 'exampleco' },
      { ...BOB, twitter: 'exampleco' },
      { ...BOB, twitter: 'exampleco', city: 'Paris' },
    ],
    keys: ['ada@example.com', 'bob@example.com'],
  },
  {
    given: 'one account with a new email and the same name: one person, which is shown',
    rows: [
      { ...ADA, twitter: 'ada_example' },
      { ...ADA, email: 'ada@new.example', twitter: 'ada_example' },
    ],
    keys: ['ada@new.example'],
    merged: ['Same handle and a matching name; another email address.'],
  },
  {
    given: 'father and son with one phone: a row each',
    rows: [
      { phone: OFFICE, full_name: 'Eric Winter sen.' },
      { phone: OFFICE, full_name: 'Eric Winter jun.', email: 'eric.jun@example.com' },
    ],
    keys: ['+15550100123', 'eric.jun@example.com'],
  },
  {
    given: 'a name and the same name of a son with one phone: one person perhaps, which is shown',
    rows: [
      { phone: OFFICE, full_name: 'Eric Winter' },
      { phone: OFFICE, full_name: 'Eric Winter Jr.', email: 'eric.jun@example.com' },
    ],
    keys: ['eric.jun@example.com'],
    merged: ['Same phone number and a form of the name.'],
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
    conflict: /belongs to 2 different rows/,
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
