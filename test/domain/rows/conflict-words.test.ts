import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fileSource } from '../../../domain/rows/row-source.ts'
import { plannedTable } from './planned-table.ts'

const OFFICE = '+1 555 010 0123'
const ADA = { email: 'ada@example.com', full_name: 'Ada Example' }
const BOB = { email: 'bob@example.com', full_name: 'Bob Sample' }
const FILE = fileSource({ lineOf: (index) => index + 2, mapped: null, fields: [] })

const conflictOf = (held: readonly JsonObject[], row: JsonObject): string | undefined => {
  const table = plannedTable('auto')
  table.write(held)
  return table.write([row]).conflicts[0]?.reason
}

describe('the reason of a conflict', () => {
  it('names the value and the row of each, with the name by which a person knows it', () => {
    const held = [ADA, { linkedin: 'linkedin.com/in/ada', company: 'Acme' }]
    expect(conflictOf(held, { email: ADA.email, linkedin: 'linkedin.com/in/ada' })).toBe(
      'belongs to 2 different rows of the table: its email address `ada@example.com` is of the row `ada@example.com` ("Ada Example"), ' +
        'its LinkedIn profile `https://www.linkedin.com/in/ada` is of the row `https://www.linkedin.com/in/ada` ("Acme"). ' +
        'Remove the value that is wrong, or delete one of the rows if they are the same person or company',
    )
  })

  it('names the line of a row that the same file has made', () => {
    const rows: JsonObject[] = [ADA, { phone: OFFICE }, { email: ADA.email, phone: OFFICE }]
    expect(plannedTable('auto').write(rows, { source: FILE }).conflicts[0]?.reason).toMatch(
      /^belongs to 2 .*`ada@example\.com` \("Ada Example"\) from line 2, its phone number `\+15550100123` is of the row `\+15550100123` from line 3\./,
    )
  })

  it('states of a number that several rows have whose they are, and what makes it clear', () => {
    const held = [ADA, BOB].map((row) => ({ ...row, phone: OFFICE }))
    expect(conflictOf(held, { phone: OFFICE })).toBe(
      'has only the phone number `+15550100123`, which 2 rows have: `ada@example.com` ("Ada Example"), `bob@example.com` ("Bob Sample"). ' +
        'Add the name, an email address or a LinkedIn profile of the person to this row, or the `domain` of the company, so that it is clear whose it is',
    )
    const others: JsonObject[] = [
      { full_name: 'Cleo Muster' },
      { email: 'cleo@example.com' },
      { domain: 'cleo.example' },
    ]
    for (const more of others) expect(conflictOf(held, { phone: OFFICE, ...more })).toBeUndefined()
  })

  it('asks for an address where more rows have the number than are compared, and companies for a table by domain', () => {
    const held = Array.from({ length: 21 }, (_, at) => ({ email: `p${at}@example.com`, phone: OFFICE }))
    const reason = conflictOf(held, { phone: OFFICE, full_name: 'Cleo Muster' })
    expect(reason).toMatch(
      /^has only the phone number `\+15550100123`, which more than 20 rows have: .*, and more\. Add an email address or a LinkedIn profile of the person .*companies that share a number need a table with the key `domain`$/,
    )
    expect(conflictOf(held, { phone: OFFICE, email: 'cleo@example.com' })).toBeUndefined()
  })

  it('states which value a change would take from which row', () => {
    const held: JsonObject[] = [
      { email: 'a@example.com', handle: 'ada', platform: 'x' },
      { handle: 'ada', platform: 'tiktok' },
    ]
    expect(conflictOf(held, { email: 'a@example.com', platform: 'tiktok' })).toBe(
      'would get the handle `tiktok:ada` of the row `tiktok:ada`. Write another value, or delete one of the rows if they are the same person or company',
    )
  })
})
