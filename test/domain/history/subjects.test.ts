import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { SUBJECTS_MAX, SUBJECT_ROWS_MAX } from '../../../domain/history/subject-collector.ts'
import { subjectsOf } from '../../support/subjects.ts'
import { nameWords } from '../../../domain/history/name-words.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import type { Json } from '../../../domain/json/json.ts'
import { numRunsFor } from '../../support/seed.ts'

const shown = (value: Json) =>
  subjectsOf(value).map(({ kind, value: text, path, exact }) => `${exact ? '' : '~'}${kind} ${text} ${path}`)

describe('the subjects of a run', () => {
  it.each<[string, Json, string[]]>([
    [
      'a lookup by name and domain',
      { full_name: 'Robin Sample', domain: 'Acme.com' },
      ['text robin sample $.full_name', 'domain acme.com $.domain'],
    ],
    ['first and last name together', { first_name: 'Robin', last_name: 'Sample' }, ['text robin sample $.first_name']],
    [
      'an email, and the domains that cover it',
      { email: 'ada@mail.acme.co.uk' },
      ['email ada@mail.acme.co.uk $.email', '~domain mail.acme.co.uk $.email', '~domain acme.co.uk $.email'],
    ],
    [
      'exact before not',
      { email: 'ada@acme.com', domain: 'acme.com' },
      ['email ada@acme.com $.email', 'domain acme.com $.domain'],
    ],
    [
      'the first position of several',
      { a: 'ada@acme.com', b: ['ADA@acme.com'] },
      ['email ada@acme.com $.a', '~domain acme.com $.a'],
    ],
    [
      'a site, which is a domain and a URL',
      { website: 'https://www.acme.com/' },
      ['domain acme.com $.website', 'url acme.com $.website'],
    ],
    ['a page', ['https://acme.com/a?utm_source=x'], ['url acme.com/a $[0]', '~domain acme.com $[0]']],
    ['LinkedIn by slug', { profile_url: 'https://uk.linkedin.com/in/Ada/?x=1' }, ['linkedin in/ada $.profile_url']],
    [
      'a handle with its platform',
      { platform: 'twitter', handle: '@Ada' },
      ['handle x:ada $.handle', '~handle ada $.handle'],
    ],
    [
      'a handle with the platform above',
      { platform: 'x', items: [{ username: 'ada' }] },
      ['handle x:ada $.items[0].username', '~handle ada $.items[0].username'],
    ],
    ['a handle without a platform', { username: 'Ada' }, ['handle ada $.username']],
    ['a handle where the platform is none', { platform: 'iPhone 15', username: 'ada' }, ['handle ada $.username']],
    ['a member named after its platform', { twitter: 'Ada' }, ['handle x:ada $.twitter', '~handle ada $.twitter']],
    [
      'a member that names platform and handle',
      { ownerInfo: { instagramUsername: 'ada' } },
      ['handle instagram:ada $.ownerInfo.instagramUsername', '~handle ada $.ownerInfo.instagramUsername'],
    ],
    [
      'a profile address',
      { author_url: 'https://x.com/ada' },
      ['handle x:ada $.author_url', '~handle ada $.author_url'],
    ],
    ["a number under a phone's name", { mobilePhone: '0049 30 901820' }, ['phone +4930901820 $.mobilePhone']],
    [
      'a number with its country code, anywhere',
      { contact: ['+1 (555) 010-0123'] },
      ['phone +15550100123 $.contact[0]'],
    ],
    ['WhatsApp', { whatsapp: '15550100123' }, ['phone +15550100123 $.whatsapp']],
    [
      'the words of a search',
      { query: 'Developer Tools', keywords: ['ada lovelace'] },
      ['text developer tools $.query', 'text ada lovelace $.keywords[0]'],
    ],
    [
      'odd member names, quoted',
      { 'to whom': { 'a"b': 'ada@acme.com' } },
      ['email ada@acme.com $["to whom"]["a\\"b"]', '~domain acme.com $["to whom"]["a\\"b"]'],
    ],
    [
      "an address with its owner's name",
      { from: 'Ada <ada@acme.com>' },
      ['email ada@acme.com $.from', '~domain acme.com $.from'],
    ],
  ])('%s', (_, value, expected) => {
    expect(shown(value)).toEqual(expected)
  })

  it.each<[string, Json]>([
    ['sentences', { text: 'Write to ada@acme.com or see https://acme.com/a', bio: 'CEO of acme.com' }],
    [
      'times, numbers and versions',
      { at: '2026-01-01T00:00:00.000Z', n: '12.34', v: 'v1.2.3', clock: '12:30', id: '0049309018201' },
    ],
    ['names of other things', { title: 'Head of Operations', status: 'valid', medium: 'email' }],
    ['titles of more than a hundred characters', { name: 'a '.repeat(60) }],
    ['texts of more than 500 characters', { email: `${'a'.repeat(500)}@acme.com` }],
    ['placeholders', { platform: 'x', handle: 'none', phone: 'n/a' }],
    ['national numbers, whose country is unknown', { phone: '(555) 010-0123' }],
    [
      'ids that look like addresses',
      {
        message_id: '<a1@mail.acme.com>',
        in_reply_to: '<a2@mail.acme.com>',
        threadId: 'a3@acme.com',
        ids: ['a4@acme.com'],
      },
    ],
    ['nothing', null],
  ])('are not %s', (_, value) => {
    expect(shown(value)).toEqual([])
  })

  it('are read next to numbers that are longer than a double', () => {
    expect(shown(parseExactJson('{"id": 12345678901234567890, "email": "ada@acme.com"}'))).toEqual([
      'email ada@acme.com $.email',
      '~domain acme.com $.email',
    ])
  })

  it('have words where they are names, without accents', () => {
    expect(subjectsOf({ name: "Zoë O'Brien-Müller" })).toEqual([
      {
        kind: 'text',
        value: "zoë o'brien-müller",
        path: '$.name',
        exact: true,
        words: ['zoe', 'o', 'brien', 'muller'],
      },
    ])
    expect(nameWords('ada ada lovelace')).toEqual(['ada', 'lovelace'])
  })

  it('are all of them, people before pages when there are too many for a row each', () => {
    const posts = Array.from({ length: 120 }, (_, at) => ({
      url: `https://acme.com/${at}`,
      platform: 'x',
      handle: `ada${at}`,
    }))
    const found = subjectsOf({ posts })
    expect(found.length).toBe(361)
    const first = found.slice(0, SUBJECT_ROWS_MAX)
    expect(first.filter(({ kind, exact }) => kind === 'handle' && exact).length).toBe(120)
  })

  it('have a limit, however large or deep the payload', () => {
    const wide = Array.from({ length: 1_000_000 }, () => 1)
    expect(shown([...wide, 'ada@acme.com'])).toEqual([])
    expect(subjectsOf(Array.from({ length: SUBJECTS_MAX + 10 }, (_, at) => `@a${at}`)).length).toBe(SUBJECTS_MAX)
    let deep: Json = 'ada@acme.com'
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep]
    expect(shown(deep)).toEqual([])
  })

  const leaf = fc.constantFrom(
    'ada@acme.com',
    'acme.com',
    '@ada',
    'x',
    '+15550100123',
    'https://x.com/ada',
    'Ada L',
    '\u0000',
    '\uD800@acme.com',
    '%',
    'https://%',
    '__proto__',
  )
  const name = fc.constantFrom(
    'email',
    'handle',
    'platform',
    'name',
    'first_name',
    'lastName',
    'phone',
    'x',
    '',
    'a b',
    '__proto__',
    'constructor',
    '\uD800',
    '\u0000"]',
  )
  const document = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('value')),
      fc.dictionary(name, tie('value')),
    ),
  })).value

  it('never throw, occur once each, and their paths lead to a text', () => {
    fc.assert(
      fc.property(document, (value) => {
        const found = subjectsOf(value)
        expect(new Set(found.map(({ kind, value: text }) => `${kind} ${text}`)).size).toBe(found.length)
        for (const { path, kind, words } of found) {
          expect(typeof valueAt(value, path)).toBe('string')
          expect(path.isWellFormed() && !path.includes('\u0000')).toBe(true)
          expect(words !== undefined).toBe(kind === 'text')
        }
      }),
      { numRuns: numRunsFor(500) },
    )
  })
})

/** Follows a JSON path of plain and quoted members and positions. */
function valueAt(value: Json, path: string): Json | undefined {
  let here: Json | undefined = value
  for (const [, plain, position, quoted] of path.matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    const step: string = plain ?? position ?? JSON.parse(quoted ?? '""')
    here =
      typeof here === 'object' && here !== null ? Object.entries(here).find(([key]) => key === step)?.[1] : undefined
  }
  return here
}
