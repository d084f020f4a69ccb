import { describe, expect, it } from '@jest/globals'
import { countriesOf, readCountryCode } from '../../../domain/law/country.ts'
import type { TouchKind } from '../../../domain/outbound/recipients.ts'

describe('the country of a recipient', () => {
  it.each<[TouchKind, string, readonly string[], readonly string[]]>([
    ['email', 'robin@example.de', [], ['DE']],
    ['email', 'robin@mail.example.co.uk', [], ['GB']],
    ['email', 'robin@example.com', [], []],
    ['email', 'robin@example.io', [], []],
    ['email', 'robin@example.eu', [], []],
    ['email', 'robin@example.zz', [], []],
    ['phone', '+4915550000131', [], ['DE']],
    ['phone', '+14165550123', [], ['CA']],
    ['phone', '+12025550123', [], ['US']],
    ['phone', '+99912345678', [], []],
    ['linkedin', 'in/robin-sample', [], []],
    ['handle', 'instagram:robin.de', [], []],
    ['email', 'robin@example.de', ['Austria'], ['AT']],
    ['email', 'robin@example.de', ['n/a', 'somewhere'], ['DE']],
    ['linkedin', 'in/robin-sample', ['ca', 'Kanada', 'Deutschland'], ['CA', 'DE']],
  ])('of %s %s with %j in its rows is %j', (kind, value, inRows, countries) => {
    expect(countriesOf({ kind, value }, inRows)).toEqual(countries)
  })
})

it.each([
  ['de', 'DE'],
  ['UK', null],
  ['ZZ', null],
])('reads the code %s as %s', (text, code) => {
  expect(readCountryCode(text)).toBe(code)
})
