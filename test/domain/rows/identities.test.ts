import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { identitiesOf, keyOf, readRow } from '../../../domain/rows/identities.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'

/** `kind value`, with a mark on those that merge. */
const names = (data: JsonObject, mode: KeyMode = 'auto'): string[] =>
  identitiesOf(data, mode).map(({ kind, value, merges }) => `${kind} ${value}${merges ? ' *' : ''}`)

const ADA: JsonObject = {
  mobile: '+1 555 010 0123',
  instagram: '@Ada',
  linkedin_url: 'https://www.linkedin.com/in/Ada-Example/?trk=x',
  work_email: 'Ada@Example.com',
  email: 'ada@home.example',
}

describe('the identities of a row', () => {
  it('are all identities of a person, in any spelling', () => {
    expect(names(ADA)).toEqual([
      'email ada@home.example *',
      'email ada@example.com *',
      'linkedin in/ada-example *',
      'phone +15550100123',
      'handle instagram:ada *',
    ])
  })

  it.each<[JsonObject, string[]]>([
    [{ phone: '+15550100123' }, ['phone +15550100123 *']],
    [{ phone: '+15550100123', instagram: 'ada' }, ['phone +15550100123 *', 'handle instagram:ada *']],
    [{ phone: '+15550100123', linkedin: 'linkedin.com/in/ada' }, ['linkedin in/ada *', 'phone +15550100123']],
  ])('%j merge by the phone only where it is the key', (data, expected) => {
    expect(names(data)).toEqual(expected)
  })

  it.each<[JsonObject, string[]]>([
    [{ email: 'ada@example.com ::: ada@home.example' }, ['email ada@example.com *', 'email ada@home.example']],
    [{ email: 'ada@example.com, ada@home.example' }, ['email ada@example.com *', 'email ada@home.example']],
    [{ email: 'ada@example.com / ada@home.example' }, ['email ada@example.com *', 'email ada@home.example']],
    [{ email: 'ada@example.com\nada@home.example' }, ['email ada@example.com *', 'email ada@home.example']],
    [
      { email: 'Ada <ada@example.com>; "Ada, home" <ada@home.example>' },
      ['email ada@example.com *', 'email ada@home.example'],
    ],
    [{ email: 'n/a; ada@home.example' }, ['email ada@home.example *']],
    [{ email: 'ada@example.com (old: ada@home.example)' }, ['email ada@example.com *', 'email ada@home.example']],
    [
      { work_email: 'ada@home.example', email: 'ada@example.com; ada@home.example' },
      ['email ada@example.com *', 'email ada@home.example *'],
    ],
    [{ personal_email: 'ada@home.example' }, ['email ada@home.example *']],
    [{ phone: '+1 415 555 0132, +1 415 555 0133' }, ['phone +14155550132 *', 'phone +14155550133']],
    [{ phone: '+1 415 555 0132 ::: (415) 555-0133' }, ['phone +14155550132 *']],
    [{ phone: '+1 415 555 0132 / +1 415 555 0133' }, ['phone +14155550132 *', 'phone +14155550133']],
    [{ phone: '+49 30 23125 125 o. +49 171 3920013' }, ['phone +493023125125 *', 'phone +491713920013']],
    [{ phone: '+1 415 555 0132; fax +1 415 555 0134' }, ['phone +14155550132 *']],
  ])('%j are each address of a cell; the first is the key, the others only find and tie', (data, expected) => {
    expect(names(data)).toEqual(expected)
  })

  it.each<[JsonObject, string[]]>([
    [{ handle: '@ada', platform: 'TikTok' }, ['handle tiktok:ada *']],
    [{ handle: 'x:ada' }, ['handle x:ada *']],
    [{ twitter: 'https://twitter.com/ada' }, ['handle x:ada *']],
    [{ handle: 'ada-example', platform: 'linkedin' }, ['linkedin in/ada-example *']],
    [{ whatsapp: '15550100123' }, ['phone +15550100123 *']],
    [{ profile_url: 'linkedin.com/in/ada' }, ['linkedin in/ada *']],
    [{ email: 'ada@example.com', work_email: 'ADA@EXAMPLE.COM' }, ['email ada@example.com *']],
    [
      { email: 'ada@example.com', domain: 'example.com', linkedin: 'linkedin.com/company/example' },
      ['email ada@example.com *'],
    ],
    [{ handle: '@ada' }, []],
    [{ email: 'none', phone: '555 0100' }, []],
    [{ email: 5, phone: null, handle: ['x'], linkedin: {} }, []],
  ])('%j in an auto table has %j', (data, expected) => {
    expect(names(data)).toEqual(expected)
  })

  it.each<[JsonObject, string[]]>([
    [
      { name: 'Example', domain: 'https://www.Example.com/', linkedin_url: 'linkedin.com/company/Example' },
      ['domain example.com *', 'linkedin company/example *'],
    ],
    [{ website: 'https://example.com/en/about' }, ['domain example.com *']],
    [{ website: 'https://www.facebook.com/example' }, []],
    [{ website: 'https://fb.com/pages/Example/123' }, []],
    [{ website: 'https://www.etsy.com/shop/example' }, []],
    [{ website: 'https://bit.ly/example' }, []],
    [{ domain: 'example.com', first_name: 'Ada' }, []],
    [{ domain: 'example.com', first_name: ' ' }, ['domain example.com *']],
    [{ domain: 'co.uk' }, []],
    [{ domain: 'https://www.facebook.com/pages/Example/1' }, []],
    [{ company_domain: 'https://sites.google.com/view/example' }, []],
    [{ website: 'https://www.facebook.com/#!/example' }, []],
    [{ website: 'https://example.com/#!/about' }, ['domain example.com *']],
    [{ domain: 'gmail.com' }, []],
    [{ domain: 'github.com' }, ['domain github.com *']],
  ])('%j in an auto table is a company with %j', (data, expected) => {
    expect(names(data)).toEqual(expected)
  })

  it.each<[JsonObject]>([
    [{ 'First Name': 'Ada', 'Last Name': 'Example', Title: 'CTO', company: 'Example', domain: 'example.com' }],
    [{ firstName: 'Ada', domain: 'example.com' }],
    [{ FULL_NAME: 'Ada Example', domain: 'example.com' }],
    [{ 'Given name': 'Ada', website: 'example.com' }],
    [{ Surname: 'Example', company_domain: 'example.com' }],
    [{ 'Contact Name': 'Ada Example', domain: 'example.com' }],
    [{ Name: 'Ada Example', Company: 'Example', domain: 'example.com' }],
    [{ Email: 'ada@example.com', domain: 'example.com' }],
    [{ 'LinkedIn Profile': 'linkedin.com/in/ada', domain: 'example.com' }],
  ])('%j is a person, and the domain of the employer does not identify them', (data) => {
    expect(names(data)).toEqual([])
  })

  it.each<[JsonObject]>([
    [{ Name: 'Example', domain: 'example.com' }],
    [{ name: 'Example', company: 'EXAMPLE', domain: 'example.com' }],
    [{ 'First Name': '', domain: 'example.com' }],
    [{ Email: 'none', domain: 'example.com' }],
    [{ LinkedIn: 'linkedin.com/company/example', domain: 'example.com' }],
  ])('%j is a company', (data) => {
    expect(names(data)).toEqual(['domain example.com *'])
  })

  it("in a table of one kind are that kind as the key, and the person's others as related identities", () => {
    expect([keyOf(ADA, 'linkedin'), keyOf(ADA, 'phone'), keyOf(ADA, 'handle'), keyOf(ADA, 'email')]).toEqual([
      'https://www.linkedin.com/in/ada-example',
      '+15550100123',
      'instagram:ada',
      'ada@home.example',
    ])
    for (const kind of ['email', 'linkedin', 'phone', 'handle'] as const) {
      expect(names(ADA, kind).map((name) => name.endsWith('*'))).toEqual(
        names(ADA, kind).map((name) => name.startsWith(`${kind} `)),
      )
    }
    expect([keyOf({ email: 'ada@example.com' }, 'phone'), keyOf({ phone: '+15550100123' }, 'email')]).toEqual([
      null,
      null,
    ])
  })

  it('in a table of companies are the domain as the key, and pages and people as related identities', () => {
    const data = { company_domain: 'Example.com', email: 'ada@example.com', linkedin: 'linkedin.com/company/example' }
    expect(keyOf(data, 'domain')).toBe('example.com')
    expect(names(data, 'domain')).toEqual(['domain example.com *', 'linkedin company/example', 'email ada@example.com'])
    expect(keyOf({ email: 'ada@example.com' }, 'domain')).toBeNull()
  })

  it('in a field table are that field as the key, and the person as related', () => {
    const data = { sku: ' A-1 ', email: 'ada@example.com' }
    expect(keyOf(data, 'field:sku')).toBe('A-1')
    expect(names(data, 'field:sku')).toEqual(['field a-1 *', 'email ada@example.com'])
    expect(keyOf({ sku: 'A\u0000-\ud8001\u200b ' }, 'field:sku')).toBe('A -\ufffd1')
    expect([keyOf({ sku: 12 }, 'field:sku'), keyOf({ sku: false }, 'field:sku')]).toEqual(['12', 'false'])
    for (const sku of [null, '', ' ', [], {}, 'x'.repeat(501)]) expect(keyOf({ sku }, 'field:sku')).toBeNull()
    expect([keyOf({}, 'field:constructor'), keyOf({}, 'field:__proto__')]).toEqual([null, null])
  })

  it('prefer email, then LinkedIn, phone, handle, and a domain last', () => {
    const order = ['email', 'work_email', 'linkedin_url', 'mobile', 'instagram']
    const keys: unknown[] = []
    for (
      let data = ADA;
      Object.keys(data).length > 0;
      data = Object.fromEntries(Object.entries(data).filter(([name]) => name !== order[keys.length - 1]))
    )
      keys.push(keyOf(data, 'auto'))
    expect(keys).toEqual([
      'ada@home.example',
      'ada@example.com',
      'https://www.linkedin.com/in/ada-example',
      '+15550100123',
      'instagram:ada',
    ])
  })

  it('leave out fields that name no one as they are written', () => {
    expect(
      readRow({ email: 'n/a', phone: '555 0100', profile_url: 'https://example.com/ada', website: 'none' }, 'auto')
        .unread,
    ).toEqual(['email', 'phone'])
  })

  it.each([
    ['x', '1'],
    ['x', 'Y'],
    ['x', 'no'],
    ['twitter', '1200'],
    ['instagram', ' 42 '],
    ['youtube', '7'],
    ['tiktok', '0'],
  ])('do not include %s: %j as a handle: such a column may hold anything', (field, value) => {
    expect(names({ [field]: value }, 'auto')).toEqual([])
  })

  it.each([
    ['x', '@ada'],
    ['x', 'https://x.com/ada'],
    ['x', 'x:ada'],
    ['x', 'ada'],
    ['twitter', 'ada'],
  ])('include %s: %j as the handle', (field, value) => {
    expect(names({ [field]: value }, 'auto')).toEqual(['handle x:ada *'])
  })
})
