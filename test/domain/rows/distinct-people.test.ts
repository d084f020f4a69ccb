import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { HeldRow } from '../../../domain/rows/state.ts'
import { numRunsFor } from '../../support/seed.ts'
import { plannedTable } from './planned-table.ts'

const PHONES = ['+15550100101', '+15550100102']
/** Two of one family whose given names begin alike, and two others. */
const PEOPLE = ['Jan Example', 'Jana Example', 'Cleo Muster', 'Dana Ejemplo']
/** A person with identities of their own, or with none but a phone or an address that others have too. */
const personRow = (number: number) =>
  fc
    .record({
      strong: fc.subarray(['email', 'linkedin', 'instagram']),
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
        ...(phone === null && strong.length === 0 ? { email: 'info@example.com' } : { phone }),
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

describe('names in two scripts with one phone', () => {
  it('are one row where they sound alike and two where not, also if they are written again', () => {
    const table = plannedTable('auto')
    const phone = '+86 10 5555 2000'
    const rows: JsonObject[] = [
      { phone, full_name: '李明' },
      { phone, full_name: 'Li Ming', email: 'liming@example.com' },
      { phone, full_name: '王芳' },
    ]
    for (const call of [rows, rows, ...rows.map((row) => [row])]) {
      table.write(call)
      expect(table.rows().map(({ key }) => key)).toEqual(['liming@example.com', '+861055552000'])
    }
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

describe('people whose names are in an unknown column', () => {
  it('are one row if they have only one phone, and the answer of their call shows it, so that it can be undone', () => {
    const table = plannedTable('auto')
    const rows = ['Jan Kern', 'Eric Roth'].map((lead): JsonObject => ({ Gast: lead, phone: PHONES[0] ?? '' }))
    const together = table.write(rows)
    expect(together.rows.flatMap(({ merges }) => merges)).toMatchObject([
      { index: 1, reason: 'Same phone number; nothing contradicts.', parts: { before: { Gast: 'Jan Kern' } } },
    ])
    // A later call about the key changes the row as usual.
    expect(table.write(rows.slice(0, 1)).rows.flatMap(({ merges }) => merges)).toEqual([])
  })
})

describe('what people share', () => {
  /** Any mixture of what colleagues, couples and firms have together, and of one person's. */
  const mixedRow = fc.record(
    {
      full_name: fc.constantFrom(...PEOPLE),
      email: fc.constantFrom(
        'a@example.com',
        'info@example.com',
        'couple@example.net',
        'a@example.com; info@example.com',
      ),
      work_email: fc.constantFrom('b@example.com', 'info@example.com'),
      personal_email: fc.constantFrom('couple@example.net', 'b@example.net'),
      linkedin: fc.constantFrom('in/p-1', 'in/p-2'),
      phone: fc.constantFrom(...PHONES),
      twitter: fc.constantFrom('firm', 'person1'),
    },
    { requiredKeys: [] },
  )

  it('is the key of one row at most, whatever the order of the calls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(mixedRow, { minLength: 1, maxLength: 3 }), fc.boolean()), { maxLength: 5 }),
        (calls) => {
          const table = plannedTable('auto')
          for (const [rows, replaces] of calls) table.write(rows, { mode: replaces ? 'replace' : 'merge' })
          const keys = table.rows().map(({ key }) => key)
          expect(keys).toEqual([...new Set(keys)])
        },
      ),
      { numRuns: numRunsFor(500) },
    )
  })

  it('leaves the key to its row where a person with a profile brings the mailbox of the office', () => {
    const table = plannedTable('auto')
    table.write([{ linkedin: 'in/p-1', email: 'info@example.com', full_name: 'Jan Example' }])
    table.write([{ linkedin: 'in/p-2', mobile: '+4917112345678', full_name: 'Cleo Muster' }])
    table.write([{ linkedin: 'in/p-2', email: 'info@example.com', full_name: 'Cleo Muster' }])
    expect(table.rows().map(({ key }) => key)).toEqual(['info@example.com', 'https://www.linkedin.com/in/p-2'])
  })
})

describe('a profile and another address with one mailbox of an office', () => {
  it('are one row without names, and the answer shows the merge, so that it can be undone', () => {
    const table = plannedTable('auto')
    table.write([{ linkedin: 'in/p-1', email: 'info@example.com' }])
    const { rows } = table.write([{ personal_email: 'p2@example.net', email: 'info@example.com' }])
    expect(rows.flatMap(({ merges }) => merges)).toMatchObject([
      { identity: 'info@example.com', reason: 'Same email address; nothing contradicts.' },
    ])
    // The same person again, by what is theirs.
    expect(table.write([{ linkedin: 'in/p-1', city: 'Paris' }]).rows.flatMap(({ merges }) => merges)).toEqual([])
  })
})
