import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { plannedTable } from './planned-table.ts'

const ADA = { email: 'ada@example.com', full_name: 'Ada Example' }
const BOB = { email: 'bob@example.com', full_name: 'Bob Sample' }

interface Case {
  readonly given: string
  readonly rows: readonly JsonObject[]
  readonly keys: readonly string[]
  readonly merged?: readonly string[]
}

const CASES: readonly Case[] = [
  {
    given: 'a second address that lines share, next to an own one each: a row each, which is found again',
    rows: [
      { ...ADA, personal_email: 'kim.owner@example.org' },
      { ...BOB, personal_email: 'kim.owner@example.org' },
      { ...BOB, personal_email: 'kim.owner@example.org', city: 'Paris' },
      { ...ADA, city: 'London' },
    ],
    keys: ['ada@example.com', 'bob@example.com'],
  },
  {
    given: 'a couple with an address for the home, and an own one each: a row each',
    rows: [
      { email: 'eva@a.example', personal_email: 'vogel@home.example', full_name: 'Eva Vogel' },
      { email: 'udo@b.example', personal_email: 'vogel@home.example', full_name: 'Udo Vogel' },
    ],
    keys: ['eva@a.example', 'udo@b.example'],
  },
  {
    given: 'a new family name and a new employer with the same second address: one person, which is shown',
    rows: [
      { email: 'eva@a.example', personal_email: 'eva.vogel@home.example', full_name: 'Eva Vogel' },
      { email: 'eva@b.example', personal_email: 'eva.vogel@home.example', full_name: 'Eva Falk' },
    ],
    keys: ['eva@b.example'],
    merged: ['Same email address; another name.'],
  },
  {
    given: 'a form of the given name with the same second address: one person, which is shown',
    rows: [
      { email: 'bob@a.example', personal_email: 'reed@home.example', full_name: 'Bob Reed' },
      { email: 'robert@b.example', personal_email: 'reed@home.example', full_name: 'Robert Reed' },
    ],
    keys: ['robert@b.example'],
    merged: ['Same email address; another name.'],
  },
]

describe('a second email that two rows have', () => {
  it.each(CASES)('$given', ({ rows, keys, merged = [] }) => {
    const together = plannedTable('auto')
    const oneByOne = plannedTable('auto')
    const plans = [together.write(rows), ...rows.map((row) => oneByOne.write([row]))]
    for (const table of [together, oneByOne]) expect(table.rows().map(({ key }) => key)).toEqual(keys)
    const reasons = plans.flatMap((plan) => plan.rows.flatMap(({ merges }) => merges.map(({ reason }) => reason)))
    expect(reasons).toEqual([...merged, ...merged])
  })
})
