import { describe, expect, it } from '@jest/globals'
import { type EntryLine, readEntry, readingLines } from '../../../domain/do-not-process/entries.ts'
import type { ListHash, ListKind } from '../../../domain/do-not-process/lists.ts'
import { atOnce } from '../../../db/time-slices.ts'

const HEX = 'a'.repeat(64)
const BASE64 = Buffer.from(HEX, 'hex').toString('base64')

describe('an entry of a list', () => {
  it.each<[ListKind, readonly string[], string]>([
    ['email', [' <Robin.Sample+news@Example.com> '], 'robin.sample@example.com'],
    ['email', ['R.Sample@googlemail.com'], 'rsample@gmail.com'],
    ['phone', ['+1 (415) 555-0132'], '+14155550132'],
    ['linkedin', ['https://www.linkedin.com/in/Robin-Sample/?trk=x'], 'in/robin-sample'],
    ['domain', ['https://www.Example.com/about'], 'example.com'],
    ['name_zip', ['José|Muñoz|94105-1234'], 'jose|munoz|94105'],
    ['name_zip', ['Zoë', 'van  Øster', 'SW1A 1AA'], 'zoe|van oster|sw1a1aa'],
  ])('of the kind %s is read in its normal form: %j', (kind, cells, value) => {
    expect(readEntry(cells, { kind, hash: 'none' })).toEqual({ kind: 'plain', value })
  })

  it.each<[ListKind, ListHash, readonly string[], RegExp]>([
    ['email', 'none', ['Robin Sample'], /address/i],
    ['phone', 'none', ['555 0132'], /\+/],
    ['domain', 'none', ['co.uk'], /./],
    ['name_zip', 'none', ['Robin|Sample'], /ada\|example\|94105/],
    ['name_zip', 'none', ['', 'Sample', '94105'], /ada\|example\|94105/],
    ['email', 'sha256', ['robin@example.com'], /64 digits/],
    ['email', 'sha256', [HEX.slice(1)], /64 digits/],
  ])('that is no %s (%s) is refused with a sentence: %j', (kind, hash, cells, reason) => {
    expect(readEntry(cells, { kind, hash })).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
  })

  it.each<[readonly string[], 'hex' | 'base64', string]>([
    [[HEX.toUpperCase()], 'hex', HEX.toUpperCase()],
    [['aB3xY9kLm2Qz', ` ${BASE64} `], 'base64', BASE64],
  ])('of hashes is the hash of its line, in hex or Base64: %j', (cells, encoding, text) => {
    expect(readEntry(cells, { kind: 'phone', hash: 'sha256' })).toEqual({ kind: 'hashed', text, encoding })
  })
})

it('the lines of a file are cut at any line break and separator, and blank ones are none', () => {
  const lines: EntryLine[] = []
  atOnce(readingLines('\uFEFFfirst;last;zip\r\n"Ada" , Example,\t94105\n\n  \nb', (line) => lines.push(line)))
  expect(lines).toEqual([
    { line: 1, cells: ['first', 'last', 'zip'] },
    { line: 2, cells: ['Ada', 'Example', '', '94105'] },
    { line: 5, cells: ['b'] },
  ])
})
