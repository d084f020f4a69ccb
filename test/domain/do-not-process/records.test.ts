import { describe, expect, it } from '@jest/globals'
import { listedKey } from '../../../domain/do-not-process/keys.ts'
import { readingRecords, removingRecords } from '../../../domain/do-not-process/records.ts'
import type { Json } from '../../../domain/json/json.ts'
import { atOnce } from '../../../db/time-slices.ts'

const read = (result: Json, list?: string | null) => atOnce(readingRecords(result, list))
const keysIn = (result: Json, list?: string | null) => {
  const { records, rest } = read(result, list)
  return {
    records: records.map(({ keys }) => keys.map((key) => listedKey(key))),
    rest: rest.map((key) => listedKey(key)),
  }
}

describe('a result, record by record', () => {
  it('of a capability has its records in one list, whatever its name', () => {
    const result = {
      domain: 'example.org',
      links: [{ url: 'https://a.example.com/x' }, { url: 'https://example.net/' }],
    }
    expect(keysIn(result, 'links')).toEqual({
      records: [['domain a.example.com', 'domain example.com'], ['domain example.net']],
      rest: ['domain example.org'],
    })
  })

  it('of one record is that record, with all its lists', () => {
    const result = { full_name: 'Kim Example', people: [{ email: 'kim@example.com' }] }
    expect(keysIn(result, null)).toEqual({ records: [], rest: ['email kim@example.com', 'domain example.com'] })
  })

  it('of a provider has records in any list of objects; one within another is apart from it', () => {
    const result = {
      data: { companies: [{ phone: '+14155550132', staff: [{ name: 'Kim', email: 'kim@example.com' }] }] },
    }
    expect(keysIn(result)).toEqual({
      records: [
        ['email kim@example.com', 'domain example.com'],
        ['phone +14155550132', 'phone 4155550132'],
      ],
      rest: [],
    })
  })

  it('does not take the addresses of one person for records, but those that have names', () => {
    const one = { data: { first_name: 'Kim', emails: [{ value: 'kim@example.com' }], phones: ['+14155550132'] } }
    expect(keysIn(one)).toEqual({
      records: [],
      rest: ['email kim@example.com', 'domain example.com', 'phone +14155550132', 'phone 4155550132'],
    })
    const many = { data: { emails: [{ value: 'kim@example.com', first_name: 'Kim' }] } }
    expect(keysIn(many).records).toEqual([['email kim@example.com', 'domain example.com']])
  })

  it('finds a person by name and postal code in its own record', () => {
    const result: Json = {
      rows: [{ first_name: 'Kim', last_name: 'Example', address: { zip: '94105' } }, { zip: '94105' }],
    }
    expect(keysIn(result).records).toEqual([['name_zip kim|example|94105'], []])
  })
})

it('a result loses the records that are named, equal ones too, and nothing else', () => {
  const [kim, pat] = [{ email: 'kim@example.com' }, { email: 'pat@example.com' }]
  const twin = { ...kim }
  const result = { total: 3, items: [kim, pat, twin], groups: [{ id: 7, items: [pat, { ...kim }] }] }
  const gone = new Set<Json>(
    read(result).records.flatMap(({ record, keys }) =>
      keys.some(({ value }) => value === 'kim@example.com') ? [record] : [],
    ),
  )
  expect(atOnce(removingRecords(result, gone))).toEqual({ total: 3, items: [pat], groups: [{ id: 7, items: [pat] }] })
})
