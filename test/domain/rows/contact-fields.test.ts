import { describe, expect, it } from '@jest/globals'
import { withCleanLinks, withoutEmptied } from '../../../domain/rows/contact-fields.ts'
import { plannedTable } from './planned-table.ts'

describe('a contact field that states that nothing is known', () => {
  it.each(
    ['n/a', 'N/A', 'k.A.', 'k. A.', 's.o.', '-', '--', '–', '?', 'null', '#N/A', '#NV', '(leer)', '(blank)', '(vide)']
      .concat(['unbekannt', 'none', 'None', ' - ', 'keine Angabe', 'inconnu', 'non renseigné', 'desconocido'])
      .concat(['email_not_unlocked@domain.com', 'not available', 'keine', 'n.v.', 'noemail@noemail.com']),
  )('is empty: %s', (written) => {
    expect(withoutEmptied({ email: written, title: written })).toEqual({ data: { title: written }, emptied: ['email'] })
  })

  it.each([
    ['phone', 'n/a'],
    ['phone', '0'],
    ['mobile', '000000'],
    ['linkedin_url', 'unbekannt'],
    ['profile_url', 'n/a'],
    ['website', '-'],
    ['domain', 'kA'],
    ['instagram', '(leer)'],
    ['instagram', 'k.A.'],
    ['whatsapp', 'keine'],
    ['platform', 'n/a'],
    ['E-Mail', 'k.A.'],
    ['Telefon', '-'],
    ['Handy', 'null'],
  ])('is empty: %s %s', (field, written) => {
    expect(withoutEmptied({ [field]: written })).toEqual({ data: {}, emptied: [field] })
  })

  it.each([
    ['company', 'Private'],
    ['last_name', 'Null'],
    ['first_name', 'None'],
    ['title', 'n/a'],
    ['country', 'NA'],
    ['city', '-'],
    ['notes', 'unbekannt'],
    ['whatsapp', 'yes'],
    ['x', '✓'],
    ['instagram', 'ka'],
    ['instagram', 'leer'],
    ['phone', 'false'],
    ['email', '@@'],
    ['email', 'ada@example.com'],
    ['email', 'see notes'],
    ['instagram', '@none.example'],
    ['phone', 49],
    ['tiktok', '-1'],
  ])('stays: %s %s', (field, written) => {
    expect(withoutEmptied({ [field]: written })).toEqual({ data: { [field]: written }, emptied: [] })
  })

  it('replaces no known value, and a hint counts it', () => {
    const table = plannedTable('auto')
    table.write([{ email: 'ada@example.com', phone: '+493023125125', 'E-Mail': 'ada@example.org' }])
    const plan = table.write([
      { email: 'ada@example.com', phone: 'k.A.', 'E-Mail': 'n/a', title: 'n/a' },
      { email: 'kim@example.com', phone: '-' },
    ])
    expect(table.rows().map(({ data }) => data)).toEqual([
      { email: 'ada@example.com', phone: '+493023125125', 'E-Mail': 'ada@example.org', title: 'n/a' },
      { email: 'kim@example.com' },
    ])
    expect(plan.hints).toEqual([
      '3 values mean that nothing is known, such as `n/a` or `-`, and were read as empty: they are in `phone`, `E-Mail`.',
    ])
  })

  it('makes no two people one, and is named where a row has nothing else', () => {
    const table = plannedTable('auto')
    const plan = table.write([{ instagram: 'unbekannt' }, { instagram: '(leer)' }, { email: 'n/a', company: 'Acme' }])
    expect(plan.rows).toEqual([])
    expect(plan.refused.map(({ reason }) => reason)).toEqual(
      ['instagram', 'instagram', 'email'].map((field) =>
        expect.stringMatching(new RegExp(`; 1 value means that nothing is known.*: it is in \`${field}\`$`)),
      ),
    )
  })
})

describe('the address of a LinkedIn profile', () => {
  it.each([
    ['https://www.linkedin.com/in/ada-example?trk=people-guest', 'https://www.linkedin.com/in/ada-example'],
    ['https://de.linkedin.com/in/ada-example/?originalSubdomain=de#about', 'https://de.linkedin.com/in/ada-example/'],
    ['linkedin.com/company/acme?utm_source=x', 'linkedin.com/company/acme'],
  ])('loses what only tracks it: %s', (written, clean) => {
    expect(withCleanLinks({ linkedin_url: written, 'LinkedIn Profile URL': written, notes: written })).toEqual({
      linkedin_url: clean,
      'LinkedIn Profile URL': clean,
      notes: written,
    })
  })

  it.each([
    'https://www.linkedin.com/authwall?sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fada-example',
    'https://www.linkedin.com/search/results/?keywords=ada',
    'ada?',
    'https://www.linkedin.com/in/ada-example',
  ])('stays where the rest is not the same profile: %s', (written) => {
    expect(withCleanLinks({ linkedin_url: written })).toEqual({ linkedin_url: written })
  })

  it('replaces none that is clean already', () => {
    const table = plannedTable('auto')
    const ada = { linkedin_url: 'linkedin.com/in/ada-example' }
    table.write([ada])
    const again = table.write([{ linkedin_url: 'https://www.linkedin.com/in/ada-example?trk=x' }])
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['unchanged'])
    table.write([{ linkedin_url: 'https://www.linkedin.com/in/ada-example/' }])
    expect(table.rows().map(({ data }) => data)).toEqual([{ linkedin_url: 'https://www.linkedin.com/in/ada-example/' }])
  })

  it('or another one in the wrong field has a sentence that states where it belongs', () => {
    const plan = plannedTable('auto').write([
      { linkedin_url: 'in/ada-example', phone: 'ada@example.com', email: '+49 30 23125125' },
      { linkedin_url: 'in/kim-example', email: 'kim@x@@y' },
    ])
    expect(plan.hints).toEqual([
      expect.stringContaining('`email` has a phone number, which belongs into a field like `phone`'),
      expect.stringContaining('`phone` has an email address, which belongs into a field like `email`'),
      expect.stringContaining('`email` has more than one @'),
    ])
  })
})
