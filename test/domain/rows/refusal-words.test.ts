import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fileSource } from '../../../domain/rows/row-source.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { plannedTable } from './planned-table.ts'

const FILE = fileSource({ lineOf: (index) => index + 2, mapped: { 'Mail address': 'Email' }, fields: ['Email'] })

const refusedBy = (row: JsonObject, keyMode: KeyMode, source?: typeof FILE): string | undefined =>
  plannedTable(keyMode).write([row], source === undefined ? {} : { source }).refused[0]?.reason

describe('the refusal of a row without a key', () => {
  it.each<[KeyMode, string]>([
    [
      'email',
      'has no email address, which is the key of this table: it needs one in the field `email`, `work_email` or `personal_email`',
    ],
    [
      'linkedin',
      'has no LinkedIn profile, which is the key of this table: it needs one in the field `linkedin_url`, `linkedin` or `profile_url`',
    ],
    [
      'phone',
      "has no phone number, which is the key of this table: it needs one with its country's code in the field `phone` or `mobile`",
    ],
    [
      'handle',
      'has no handle, which is the key of this table: it needs a `handle` with its `platform`, or a field named after the platform',
    ],
    [
      'domain',
      'has no domain of a company, which is the key of this table: it needs one in the field `domain`, `company_domain` or `website`',
    ],
    [
      'field:sku',
      'has no `sku`, which is the key of this table: it needs a value in the field `sku` (text, a number or a boolean, of at most 500 characters)',
    ],
    [
      'auto',
      'has nothing that identifies who it is about: a person needs the field `email`, `linkedin_url`, `phone`, or `handle` with `platform`; a company needs `domain`',
    ],
  ])('states what a row of a table with the key %s needs', (keyMode, reason) => {
    expect(refusedBy({ city: 'London' }, keyMode)).toBe(reason)
  })

  it('speaks of columns where the row is the line of a file', () => {
    expect(refusedBy({ city: 'London' }, 'email', FILE)).toMatch(/it needs one in the column `email`/)
  })

  it('states how to rename a field, and of a file also how to import it under another name', () => {
    expect(refusedBy({ 'E-Mail': 'a@example.com' }, 'email')).toMatch(
      /; its field `E-Mail` is read only under the name `email`: rename it$/,
    )
    expect(refusedBy({ 'E-Mail': 'a@example.com' }, 'email', FILE)).toMatch(
      /; its column `E-Mail` is read only under the name `email`: rename it in the file, or import it as `email` \(`map=\{"E-Mail":"email"\}`\)$/,
    )
  })

  it('advises a name of the same kind that no other column has, and none where all are taken', () => {
    const withFields = (...fields: string[]) => fileSource({ lineOf: (index) => index + 2, mapped: null, fields })
    const profile = { defaultProfileUrl: 'https://www.linkedin.com/in/ada-example' }
    expect(refusedBy(profile, 'auto', withFields('linkedin_url', 'defaultProfileUrl'))).toMatch(
      /`map=\{"defaultProfileUrl":"profile_url"\}`\)$/,
    )
    expect(refusedBy({ 'E-Mail': 'a@example.com' }, 'auto', withFields('email', 'work_email', 'E-Mail'))).toMatch(
      /import it as `personal_email`/,
    )
    expect(refusedBy({ ...profile, LinkedIn: 'n/a' }, 'auto')).not.toMatch(
      /`linkedin_url`: rename.*`linkedin_url`: rename/,
    )
    expect(refusedBy({ Telefon: '+49 30 123456' }, 'auto', withFields('phone', 'mobile', 'Telefon'))).toMatch(
      /; its column `Telefon` is not read as `phone`, because other columns have the names for that: put its values into one of them$/,
    )
  })

  it('states of a column that its values are unreadable, where another name would not help', () => {
    const names = fileSource({ lineOf: (index) => index + 2, mapped: {}, fields: ['phone', 'mobile', 'Home Phone'] })
    expect(refusedBy({ full_name: 'Ada', 'Home Phone': '01632 960103' }, 'auto', names)).toMatch(
      /needs `domain`; `Home Phone` is not a phone number with country code \(`\+15550100123`\)$/,
    )
    expect(refusedBy({ full_name: 'Ada', 'E-Mail': 'ada@example' }, 'auto', names)).toMatch(
      /; `E-Mail` is not an email address$/,
    )
  })

  it('states of a phone whose country is known that it is none of that country', () => {
    const row = { full_name: 'Lena', phone: '0151 555 00 22', country: 'Deutschland' }
    expect(refusedBy(row, 'auto', FILE)).toMatch(
      /; `phone` is no phone number of Deutschland: check its digits, or write it with its country's code \(`\+15550100123`\)$/,
    )
    // Rows of a call are not read with their country.
    expect(refusedBy(row, 'auto')).toMatch(/; `phone` is not a phone number with country/)
    expect(refusedBy({ ...row, country: 'n/a' }, 'auto', FILE)).toMatch(/; `phone` is not a phone number with country/)
  })

  it('names a renamed column as the file does', () => {
    expect(refusedBy({ Email: 'a@example.com' }, 'email', FILE)).toContain('`map={"Mail address":"email"}`')
  })

  it('explains the domain of an employer only where one is there', () => {
    const words = "the domain next to a person's name is the employer's, which colleagues share"
    expect(refusedBy({ domain: 'example.com', full_name: 'Ada Example' }, 'auto')).toContain(words)
    const hidden = refusedBy({ domain: 'example.com', 'E-Mail': 'ada@example.com' }, 'auto')
    expect(hidden).not.toContain("person's name")
    expect(hidden).toContain("the domain next to a person's address or profile is the employer's")
    const shared = refusedBy({ company: 'Acme', domain: 'gmail.com', website: 'https://www.facebook.com/acme' }, 'auto')
    expect(shared).not.toContain('next to a person')
    expect(shared).toContain(
      "`domain` is that of a public mail service: write the company's own, such as `example.com`",
    )
  })

  it('states of a website that it is the page of a site that many share', () => {
    expect(refusedBy({ website: 'https://www.facebook.com/pages/Acme/1' }, 'domain')).toContain(
      '`website` is not the domain of a company (a page on a site that many share',
    )
  })
})

const OFFICE = '+1 555 010 0123'

describe('the hints of a write', () => {
  const hintsOf = (rows: readonly JsonObject[], source?: typeof FILE): readonly string[] =>
    plannedTable('auto').write(rows, source === undefined ? {} : { source }).hints

  it('state which rows became one with which, and its key', () => {
    const rows: JsonObject[] = [
      { email: 'ada@example.com', phone: OFFICE },
      { email: 'bob@example.com' },
      { phone: OFFICE },
    ]
    expect(hintsOf(rows)).toEqual([
      '1 row has the email, phone or other identity of an earlier row, and became one row with it: `index` 2 with `index` 0 (`ada@example.com`).',
    ])
    expect(hintsOf(rows, FILE)).toEqual([
      '1 line has the email, phone or other identity of an earlier line, and became one row with it: line 4 with line 2 (`ada@example.com`).',
    ])
  })

  it('name the first five such rows, and count the others', () => {
    const [hint] = hintsOf(Array.from({ length: 8 }, () => ({ email: 'ada@example.com' })))
    expect(hint).toMatch(
      /^7 rows have the email.*: `index` 1 with .*`index` 5 with `index` 0 \(`ada.*\), and 2 more\.$/,
    )
  })

  it('state what the row had, what it got and what joined both', () => {
    const table = plannedTable('auto')
    table.write([{ email: 'a@example.com', linkedin: 'linkedin.com/in/ada' }])
    const next = { email: 'b@example.com', linkedin: 'linkedin.com/in/ada' }
    const found =
      '`index` 0 has the email address `b@example.com`, its row had `a@example.com`, and both have the LinkedIn profile `https://www.linkedin.com/in/ada`.'
    const words = `1 row brought another email address or LinkedIn profile into a row of the table: ${found}`
    expect(table.write([next], { mode: 'replace' }).hints).toEqual([
      `${words} The earlier one no longer finds the row. A table with the key \`email\` or \`field:<name>\` keeps different people with a common identity apart.`,
    ])
  })

  it('state of a merge that the earlier address still finds the row, and how to undo it', () => {
    const table = plannedTable('auto')
    table.write([{ email: 'a@example.com', linkedin: 'linkedin.com/in/ada' }])
    expect(table.write([{ email: 'b@example.com', linkedin: 'linkedin.com/in/ada' }]).hints).toEqual([
      expect.stringContaining(
        'The earlier one still finds the row. If it is another person, undo it with `unmerge`. A table with the key',
      ),
    ])
  })

  it('state which rows have a value that is unread', () => {
    expect(
      hintsOf(
        [
          { email: 'a@example.com', phone: '555' },
          { email: 'b@example.com', phone: '556' },
        ],
        FILE,
      ),
    ).toEqual([
      'In 2 lines `phone` is not a phone number with country code (`+15550100123`): it is stored, but no row is found or joined by it (line 2, line 3).',
    ])
  })
})
