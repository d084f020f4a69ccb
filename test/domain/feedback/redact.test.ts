import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { passesLuhn } from '../../../domain/feedback/cards.ts'
import { redactJson, redactText } from '../../../domain/feedback/redact.ts'
import type { Json } from '../../../domain/json/json.ts'
import { numRunsFor } from '../../support/seed.ts'
import { ADDRESSES, CARD, CARDS, EMAIL, KEPT, SECRET, SECRETS } from './redact-cases.ts'
import { cpuMs } from '../../support/cpu-time.ts'

describe('what is removed from a report before it is kept', () => {
  it.each(SECRETS)('%s', (sent, kept) => expect(redactText(sent)).toBe(kept))
  it.each(CARDS)('%s', (sent, kept) => expect(redactText(sent)).toBe(kept))
  it.each(ADDRESSES)('%s', (sent, kept) => expect(redactText(sent)).toBe(kept))
  it.each(KEPT)('leaves %s', (text) => expect(redactText(text)).toBe(text))
})

const M = String.fromCharCode(10)
const letters = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(''))
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const token = fc.tuple(
  fc.constantFrom(
    'svc_live_',
    'svc_test_',
    'whsec_',
    'sk_live_',
    'rk_test_',
    'ghp_',
    'xoxb-',
    'Bearer 9',
    'password=',
    '"api_key":"',
    'X-Api-Key: ',
  ),
  letters(BASE62, 34),
)
/** A card number by its own check digit. */
const card = fc
  .tuple(fc.constantFrom('4', '51', '37', '6011', '2221'), letters('0123456789', 14), fc.integer({ min: 13, max: 19 }))
  .map(([issuer, rest, length]) => {
    const body = `${issuer}${rest}0000`.slice(0, length - 1)
    return [...'0123456789'].map((digit) => body + digit).find(passesLuhn) ?? ''
  })
const address = fc.tuple(
  letters('abcdefghijklmnopqrstuvwxyz', 12),
  fc.constantFrom('@', '%40', '%2540', '&#64;', ' (at) '),
  fc.constantFrom('example.com', 'mail.example.org', 'münchen.example'),
)
/** What may surround it: no character that makes another word or number of it. */
const around = fc
  .tuple(fc.string({ maxLength: 60 }), fc.constantFrom(' ', M, ', ', ' <', '; '))
  .map(([text, gap]) => [text, gap] as const)

describe('whatever surrounds it', () => {
  const RUNS = { numRuns: numRunsFor(500), seed: 7 }
  it('no planted token survives', () =>
    fc.assert(
      fc.property(around, token, around, ([before, gap], [prefix, value], [after]) => {
        expect(redactText(`${before}${gap}${prefix}${value} ${after}`)).not.toContain(value)
      }),
      RUNS,
    ))
  it('no planted card number survives', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc xyz,;'), maxLength: 40 }), card, (before, number) => {
        expect(redactText(`${before} ${number} end`)).not.toContain(number)
        const grouped = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
        expect(redactText(`${before} ${grouped} end`)).not.toContain(grouped)
      }),
      RUNS,
    ))
  it('no planted address survives', () =>
    fc.assert(
      fc.property(around, address, ([before, gap], [local, sign, domain]) => {
        expect(redactText(`${before}${gap}${local}${sign}${domain} end`)).not.toContain(local)
      }),
      RUNS,
    ))
  it('redacted text does not change when it is redacted again', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            card,
            token.map((all) => all.join('')),
            address.map((all) => all.join('')),
            fc.constantFrom('password', '=', ':', '"', '%40', '@', '.', '[redacted: secret]', '://'),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const once = redactText(parts.join(''))
          expect(redactText(once)).toBe(once)
        },
      ),
      { numRuns: numRunsFor(2_000), seed: 11 },
    ))
  it('in any value, however deep, and in names', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), card, (value, number) => {
        const report: Json = {
          deep: [{ [`for ${number}`]: [JSON.parse(JSON.stringify(value)), { note: `paid ${number}` }] }],
          number: Number(number.slice(0, 15)),
        }
        expect(JSON.stringify(redactJson(report))).not.toContain(number)
      }),
      { numRuns: numRunsFor(300), seed: 13 },
    ))
})

describe('values that are named as secrets', () => {
  it.each<[Json, Json]>([
    [
      { password: 'hunter2', user: 'ada' },
      { password: SECRET, user: 'ada' },
    ],
    [{ headers: { 'X-Api-Key': 'abc', Accept: '*/*' } }, { headers: { 'X-Api-Key': SECRET, Accept: '*/*' } }],
    [{ apiKey: 12345 }, { apiKey: SECRET }],
    [
      { credentials: { user: 'ada', pass: 'x', kept: null, on: true } },
      { credentials: { user: SECRET, pass: SECRET, kept: null, on: true } },
    ],
    [
      {
        headers: [
          { name: 'Authorization', value: 'abc' },
          { name: 'Host', value: 'x' },
        ],
      },
      {
        headers: [
          { name: 'Authorization', value: SECRET },
          { name: 'Host', value: 'x' },
        ],
      },
    ],
    [{ rawHeaders: ['Cookie', 'a=b', 'Host', 'x'] }, { rawHeaders: ['Cookie', SECRET, 'Host', 'x'] }],
    [
      { card: 4242424242424242, count: 42, price: 19.99 },
      { card: CARD, count: 42, price: 19.99 },
    ],
    [
      { header: 'X-Api-Key', value: 'zz' },
      { header: 'X-Api-Key', value: SECRET },
    ],
    [{ ｐａｓｓｗｏｒｄ: 'zz' }, { ｐａｓｓｗｏｒｄ: SECRET }],
    [
      { page_token: 'abc', max_tokens: 100 },
      { page_token: 'abc', max_tokens: 100 },
    ],
    [{ 'ada@example.com': 1 }, { [EMAIL]: 1 }],
  ])('%j', (sent, kept) => expect(redactJson(sent)).toEqual(kept))
})

describe('hostile texts of 64 KB', () => {
  const SIZE = 65_536
  const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)
  /** Quadratic work takes 16 times as long for four times the text; linear work takes four times as long. */
  const LINEAR = 10
  /** Compiling and collecting garbage take their time too. */
  const NOISE_MS = 150
  const msOf = (text: string): number => cpuMs(() => redactText(text))
  it.each([
    'key=',
    '-u ',
    '-u a:',
    '-u "',
    '--user a',
    'key=a',
    'key=a1',
    'key="',
    'a://b@',
    'pass:',
    'a=',
    'a:',
    '"a":',
    '%C3%BC',
    'a',
    '@',
    'a@',
    'a.',
    '%40',
    'a%40',
    '%25',
    '%2525',
    '1',
    '4 ',
    '42',
    '4-',
    '"',
    'password=',
    'password="',
    'token:',
    'token: ',
    '-----BEGIN A-----',
    'eyJ',
    'eyJaaaaaaaa.',
    '://',
    'a://b@',
    '://@',
    'Bearer ',
    'sk_live_',
    'a@b.',
    'a@b.c',
    ' (at) ',
    'a (dot) ',
    '\\"',
    '\\\\',
    '&#64;',
    '&amp;',
    '\\u0040',
    'ａ',
    '٤',
    'xn--',
    '[redacted: ',
    '[redacted: secret]',
    '4242424242424242',
    '{"password":"',
    '--password ',
    'Cookie: ',
    'is secret ',
    'password is ',
    '-',
    '_',
    '=',
  ])('%s', (unit) => {
    const hostile = fill(unit)
    expect(msOf(hostile)).toBeLessThan(LINEAR * msOf(hostile.slice(0, SIZE / 4)) + NOISE_MS)
  })
})
