import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { passesLuhn } from '../../../domain/feedback/cards.ts'
import { redactJson, redactText } from '../../../domain/feedback/redact.ts'
import type { Json } from '../../../domain/json/json.ts'
import { encodeApiKey } from '../../../domain/keys/api-key.ts'
import { tries } from '../../support/seed.ts'

const SECRET = '[redacted: secret]'
const CARD = '[redacted: card number]'
const EMAIL = '[redacted: email address]'

const RANDOM = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nb3Vy\n-----END RSA PRIVATE KEY-----'
const KEY = encodeApiKey(
  'live',
  Uint8Array.from({ length: 64 }, (_, index) => index * 3),
)

/** What was sent, and what is kept of it. */
const SECRETS: readonly [string, string][] = [
  [`called with ${KEY} and got 401`, `called with ${SECRET} and got 401`],
  [KEY.replace('live', 'test'), SECRET],
  [`svc_sess_${RANDOM}`, SECRET],
  // A quote within the value, in JSON within JSON.
  [
    String.raw`{"body":"{\"password\":\"a\\\"b c\",\"page\":2}"}`,
    String.raw`{"body":"{\"password\":\"${SECRET}\",\"page\":2}"}`,
  ],
  [
    String.raw`{"body":"{\"password\":\"a b\\\\\",\"page\":2}"}`,
    String.raw`{"body":"{\"password\":\"${SECRET}\",\"page\":2}"}`,
  ],
  ['curl -u ada:hunter22 https://api.example.com', `curl -u ${SECRET} https://api.example.com`],
  ["curl --user 'ada:hunter 22' -v", `curl --user '${SECRET}' -v`],
  [`svc_app_${RANDOM}`, SECRET],
  [`secret whsec_${RANDOM}=`, `secret ${SECRET}`],
  [`sk_live_${RANDOM}`, SECRET],
  [`sk_test_${RANDOM}`, SECRET],
  [`pk_live_${RANDOM}`, SECRET],
  [`rk_live_${RANDOM}`, SECRET],
  [`sk-proj-${RANDOM}`, SECRET],
  [`sk-ant-api03-${RANDOM}-${RANDOM}`, SECRET],
  [`(re_${RANDOM})`, `(${SECRET})`],
  [`hf_${RANDOM}`, SECRET],
  [`apify_api_${RANDOM}`, SECRET],
  [`am_${RANDOM}`, SECRET],
  [`tvly-${RANDOM}`, SECRET],
  [`npm_${RANDOM}1234`, SECRET],
  [`SG.${RANDOM}.${RANDOM}`, SECRET],
  ['AKIAIOSFODNN7EXAMPLE', SECRET],
  ['ASIAIOSFODNN7EXAMPLE,', `${SECRET},`],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', `AWS_SECRET_ACCESS_KEY=${SECRET}`],
  [`ghp_${RANDOM}`, SECRET],
  [`gho_${RANDOM}`, SECRET],
  [`ghs_${RANDOM}`, SECRET],
  [`github_pat_11AAAAAAA0_${RANDOM}`, SECRET],
  [`glpat-${RANDOM}`, SECRET],
  ['xoxb-123456789012-abcdefGHIJKL', SECRET],
  ['xoxp-1-2-3-abcdef0123', SECRET],
  ['xapp-1-A0-9-abcdef', SECRET],
  ['https://hooks.slack.com/services/T000/B000/XXXXXXXX', `https://${SECRET}`],
  [`AIza${RANDOM}abc`, SECRET],
  [`ya29.a0Af_${RANDOM}`, SECRET],
  [`GOCSPX-${RANDOM}`, SECRET],
  [JWT, SECRET],
  [`token ${JWT}.`, `token ${SECRET}`],
  [`Authorization: Bearer ${RANDOM}`, `Authorization: ${SECRET}`],
  ['authorization: Basic dXNlcjpwYXNz\nAccept: */*', `authorization: ${SECRET}\nAccept: */*`],
  [
    'curl -H "Authorization: Bearer abc123def" https://x.example/y',
    `curl -H "Authorization: ${SECRET}" https://x.example/y`,
  ],
  ['sent Bearer abcdef0123', `sent Bearer ${SECRET}`],
  ['Basic dXNlcjpwYXNz', `Basic ${SECRET}`],
  ['Token 0123456789abcdef', `Token ${SECRET}`],
  [`before ${PEM} after`, `before ${SECRET} after`],
  [PEM.replaceAll('\n', '\\n'), SECRET],
  ['-----BEGIN PRIVATE KEY-----\nMIIE and so on', SECRET],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', SECRET],
  ['postgres://app:hunter2@db.internal:5432/app', `postgres://${SECRET}@db.internal:5432/app`],
  ['https://user:p@ss@host.example/path', `https://${SECRET}@host.example/path`],
  ['redis://:hunter2@cache:6379', `redis://${SECRET}@cache:6379`],
  ['https://sometoken@git.example/repo', `https://${SECRET}@git.example/repo`],
  ['password=hunter2', `password=${SECRET}`],
  ['password = hunter2', `password = ${SECRET}`],
  ['password: correcthorse', `password: ${SECRET}`],
  ['{"password":"hunter2","user":"ada"}', `{"password":"${SECRET}","user":"ada"}`],
  ['{\\"password\\":\\"hunter2\\",\\"user\\":\\"ada\\"}', `{\\"password\\":\\"${SECRET}\\",\\"user\\":\\"ada\\"}`],
  ["{'api_key': 'abc'}", `{'api_key': '${SECRET}'}`],
  ['{"password":"with \\"quotes\\" in it"}', `{"password":"${SECRET}"}`],
  ['{"client_secret": "unclosed and more', `{"client_secret": "${SECRET}`],
  ['GET /v1/x?api_key=abc123&limit=5', `GET /v1/x?api_key=${SECRET}&limit=5`],
  ['?access_token=abc123#top', `?access_token=${SECRET}`],
  ['?KEY=0a1b2c3d-4e5f-6789-abcd-ef0123456789&LOOKUP=x', `?KEY=${SECRET}&LOOKUP=x`],
  ['https://b.s3.example/x?X-Amz-Signature=fe5f80f77d5fa3be', `https://b.s3.example/x?X-Amz-Signature=${SECRET}`],
  ['pass=hunter2', `pass=${SECRET}`],
  ['X-Api-Key: abc123', `X-Api-Key: ${SECRET}`],
  ['refreshToken: abc123', `refreshToken: ${SECRET}`],
  ['Cookie: sid=abc; theme=dark\nHost: x', `Cookie: ${SECRET}\nHost: x`],
  ['Set-Cookie: sid=abc; Path=/', `Set-Cookie: ${SECRET}`],
  ['DB_PASSWORD=abc', `DB_PASSWORD=${SECRET}`],
  ['login --password hunter2 --user ada', `login --password ${SECRET} --user ada`],
  ['login --api-key=abc123', `login --api-key=${SECRET}`],
  ['user[password]=hunter2', `user[password]=${SECRET}`],
  ['the password is hunter2.', `the password is ${SECRET}.`],
  ['my API key: abc123def', `my API key: ${SECRET}`],
  ['cvv: 123', `cvv: ${SECRET}`],
  ['Authorization%3A%20Bearer%20abc123def', `Authorization%3A%20${SECRET}`],
  ['next?u=https%3A%2F%2Fapp%3Ahunter2%40db.example', `next?u=https%3A%2F%2F${SECRET}%40db.example`],
]

const CARDS: readonly [string, string][] = [
  ['4242424242424242', CARD],
  ['paid with 4242 4242 4242 4242, exp 12/30', `paid with ${CARD}, exp 12/30`],
  ['4242-4242-4242-4242', CARD],
  ['4242.4242.4242.4242', CARD],
  ['4242\u00a04242\u00a04242\u00a04242', CARD],
  ['4242%204242%204242%204242', CARD],
  ['4242+4242', '4242+4242'],
  ['3782 822463 10005', CARD],
  ['378282246310005', CARD],
  ['5555555555554444', CARD],
  ['6011111111111117', CARD],
  ['30569309025904', CARD],
  ['3056-930902-5904', CARD],
  ['4222222222222', CARD],
  ['6304000000000000001', '6304000000000000001'],
  ['4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2', CARD],
  ['order 12 4242 4242 4242 4242', `order 12 ${CARD}`],
  ['4242424242424242 123', `${CARD} 123`],
  ['card4242424242424242', `card${CARD}`],
  ['pan:4242424242424242', `pan:${SECRET}`],
  ['４２４２４２４２４２４２４２４２', CARD],
  ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', CARD],
  ['4242\u200b4242\u200b4242\u200b4242', CARD],
  ['4242424242424242,5555555555554444', `${CARD},${CARD}`],
]

const ADDRESSES: readonly [string, string][] = [
  ['ada@example.com', EMAIL],
  ['write to ada.lovelace+x@mail.example.co.uk.', `write to ${EMAIL}.`],
  ['<ada@example.com>', `<${EMAIL}>`],
  ['Ada <ada@example.com>, Bob <bob@example.org>', `Ada <${EMAIL}>, Bob <${EMAIL}>`],
  ['mailto:ada@example.com?subject=x', `mailto:${EMAIL}?subject=x`],
  ['?to=ada%40example.com&cc=x', `?to=${EMAIL}&cc=x`],
  ['?to=ada%2540example.com', `?to=${EMAIL}`],
  ['%61%64%61%40%65%78ample%2Ecom', EMAIL],
  ['ada&#64;example.com', EMAIL],
  ['ada&#x40;example.com', EMAIL],
  ['ada\\u0040example.com', EMAIL],
  ['ada (at) example (dot) com', EMAIL],
  ['ada[at]example.com', EMAIL],
  ['ada＠example.com', EMAIL],
  ['ädä@münchen.example', EMAIL],
  ['用户@例子.公司', EMAIL],
  ['пример@почта.рф', EMAIL],
  ['ada@xn--mnchen-3ya.de', EMAIL],
  ['ada@例え。テスト', EMAIL],
  ['"ada lovelace"@example.com', EMAIL],
  ['ada@[192.0.2.1]', EMAIL],
  ["o'brien@example.com", EMAIL],
  ["'ada@example.com'", `'${EMAIL}'`],
  ['{"email":"ada@example.com"}', `{"email":"${EMAIL}"}`],
  ['a@b.co', EMAIL],
  ['ada@ex\u200bample.com', EMAIL],
]

/** Values that look similar and are kept. */
const KEPT: readonly string[] = [
  'docker run -u 1000:1000 image',
  'git push -u origin main',
  'fetch -u https://api.example.com/v1',
  'run_01jd3k9v8h2m4n6p8q0r2s4t6v',
  'req_01jd3k9v8h2m4n6p8q0r2s4t6v',
  'run_01234567890123456789012345',
  'evt_01jd3k9v8h42424242424242424',
  '550e8400-e29b-41d4-a716-446655440000',
  '22222222-2222-4222-8222-222222222222',
  '4242424242424241',
  '1763784000000',
  '1763784000123456789',
  '7212345678901234567',
  'price 19.99 and 29.99',
  'charged 0.05 of 1.00',
  '0.4242424242424242',
  '37.77492951827364',
  '2026-11-22T10:30:00.000Z',
  '2026-11-22 10:30:00',
  '+49 1512 3456789',
  'the page_token is missing',
  'next_page_token=abc',
  'max_tokens: 4096',
  'invalid token: expected a string',
  'a cookie: what is that',
  'Bearer token missing',
  'use Basic authentication',
  'basic usage of the endpoint',
  'POST /v1/run with capability contact.find',
  'https://api.example.com/v1/runs?limit=50',
  '@scope/package',
  'react@18.2.0',
  'at 10@5',
  'key=company.domain',
  'key=run_01jd3k9v8h2m4n6p8q0r2s4t6v',
  'key: linkedin',
  'tests pass: all',
  'contact.find',
  'password: null',
  '"password": ""',
  're_authentication_required_here',
  'task-sk-learn',
  'the secret is out',
  'idempotency_key: abc',
  'sha256:9f86d081884c7d659a2feaa0c55ad015',
  'status 429, retry after 30 s',
]

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
  const RUNS = { numRuns: tries(500), seed: 7 }
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
      { numRuns: tries(2_000), seed: 11 },
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
      { numRuns: tries(300), seed: 13 },
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
  /** The machine may do other work meanwhile. */
  const NOISE_MS = 150
  const msOf = (text: string): number => {
    const started = performance.now()
    redactText(text)
    return performance.now() - started
  }
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
