import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../../activities/maintenance/purge-expired.ts'
import { UPLOAD_ROWS_MAX, UPLOADS_KEPT_MAX } from '../../../../domain/jobs/uploads.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const UPLOADS = '/v1/jobs/uploads'
const BYTES_MAX = 10_485_760
let service: TestService
let live: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  live = httpClient(service.url, (await buildWorkspace(service.db)).keys.live)
})

const upload = (file: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
  live.request(UPLOADS, {
    method: 'POST',
    ...(typeof file === 'string' ? { text: file } : { bytes: file }),
    headers: { 'Content-Type': 'text/csv', ...headers },
  })
const one = (answer: HttpAnswer): string => `/v1/job-uploads/${String(answer.at('upload_id'))}`

describe('an upload', () => {
  it('is stored with its columns and first rows, read, and deleted', async () => {
    const lines = ['email,name', ...Array.from({ length: 7 }, (_, n) => `p${n}@example.com,Ada ${n}`)]
    const stored = await upload(lines.join('\n'))
    expect(stored).toMatchObject({
      status: 201,
      body: {
        upload_id: expect.stringMatching(/^upl_/),
        environment: 'live',
        columns: ['email', 'name'],
        rows: 7,
        duplicates: 0,
        sample: Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@example.com`, name: `Ada ${n}` })),
        created_by: expect.stringMatching(/^key_/),
      },
    })
    const days = Date.parse(String(stored.at('expires_at'))) - Date.parse(String(stored.at('created_at')))
    expect(Math.round(days / 3_600_000)).toBe(24)
    expect(await live.get(one(stored))).toMatchObject({ status: 200, body: stored.body })
    expect(await live.delete(one(stored))).toMatchObject({ status: 200, body: stored.body })
    expect(await live.get(one(stored))).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await live.delete(one(stored))).toMatchObject({ status: 404 })
  })

  it.each<[string, string, object]>([
    [
      'lines that end in CRLF, without a last one',
      'a,b\r\n1,2\r\n3,4',
      {
        rows: 2,
        sample: [
          { a: '1', b: '2' },
          { a: '3', b: '4' },
        ],
      },
    ],
    ['a byte order mark', '\ufeffa,b\n1,2\n', { columns: ['a', 'b'] }],
    ['semicolons', 'a;b;c, d\n1,5;2;3\n', { columns: ['a', 'b', 'c, d'], sample: [{ a: '1,5', b: '2', 'c, d': '3' }] }],
    ['tabs', 'a\tb\n1,5\t2;3\n', { sample: [{ a: '1,5', b: '2;3' }] }],
    ['more semicolons than commas, which quotes hide', '"a;b;c",d\n1,2\n', { columns: ['a;b;c', 'd'] }],
    ['one column', 'email\nada@example.com\n\nrobin@example.com\n', { rows: 2, columns: ['email'] }],
    [
      'quotes, and line breaks within them',
      'a,b\n"x ""y"", z","1\r\n2"\n',
      { sample: [{ a: 'x "y", z', b: '1\r\n2' }] },
    ],
    [
      'formulas, which are data here',
      'a,b,c,d\n=1+1,+2,-3,@SUM(A1)\n',
      { sample: [{ a: '=1+1', b: '+2', c: '-3', d: '@SUM(A1)' }] },
    ],
    [
      'numbers as text, and JSON lists and objects',
      'a,b,c\n05,"[1,2]","{""d"":true}"\n',
      { sample: [{ a: '05', b: [1, 2], c: { d: true } }] },
    ],
    [
      'empty cells, which are left out, and lines of them, which are no rows',
      'a,b\n,2\n,\n',
      { rows: 1, sample: [{ b: '2' }] },
    ],
    ['two columns of one name', 'a,b,a\n1,2,3\n', { columns: ['a', 'b', 'a (2)'] }],
    ['a column without a name', ',a,,c\n0,1,2,3\n', { columns: ['Column 1', 'a', 'Column 3', 'c'] }],
    ['no column names', 'ada@example.com\nkim@example.org\n', { columns: ['Column 1'], rows: 2 }],
    ['duplicate rows, which are kept and counted', 'a,b\n1,2\n1,2\n2,1\n1,2\n', { rows: 4, duplicates: 2 }],
    [
      'names of any kind',
      'constructor,First Name,é\n1,2,3\n',
      { sample: [{ constructor: '1', 'First Name': '2', é: '3' }] },
    ],
    [
      'lines that do not fit, behind lines within quotes',
      'a,b\n"1\n2",2\n3,4,5\n6\n7,8\n9\n',
      {
        rows: 5,
        invalid: 3,
        refused: [
          { line: 4, reason: 'has 3 cells, and the header 2 columns' },
          { line: 5, reason: 'has 1 cell, and the header 2 columns' },
          { line: 7, reason: 'has 1 cell, and the header 2 columns' },
        ],
        sample: [
          { a: '1\n2', b: '2' },
          { a: '7', b: '8' },
        ],
      },
    ],
  ])('takes %s', async (_, file, expected) => {
    expect(await upload(file)).toMatchObject({ status: 201, body: expected })
  })

  it.each<[string, string | Buffer, number, string | RegExp]>([
    [
      'no line that fits',
      'a,b\n3\n4\n',
      400,
      'Line 2 of the file has 1 cell, and the header 2 columns. No other line fits the columns either. Nothing was stored.',
    ],
    [
      'a quotation mark that is not closed',
      'a,b\n1,2\n"3,4\n5,6\n',
      400,
      'Line 3 of the file has an unclosed quotation mark. Nothing was stored.',
    ],
    [
      'text behind a quotation mark',
      'a,b\n1,2\n"3"x,4\n',
      400,
      /^Line 3 of the file has text behind a closing quotation mark/,
    ],
    [
      'a name that no placeholder has room for',
      `a,${'b'.repeat(201)}\n1,2\n`,
      400,
      /^Line 1 of the file has a name of more than 200 characters for column 2/,
    ],
    ['a name of a prototype', 'a,__proto__\n1,2\n', 400, /^Line 1 of the file has a column whose name is not allowed/],
    ['column names alone', 'a,b\r\n', 400, 'The file has no row after its column names. Nothing was stored.'],
    [
      'a row that is too large',
      `a,b\n3,${'x'.repeat(16_384)}\n`,
      400,
      'Line 2 of the file is larger than 16384 bytes. Nothing was stored.',
    ],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('a,b\r\nå,2\r\n3,'), Buffer.from([0xe5, 0x0d, 0x0a]), Buffer.from('4,5')]),
      400,
      /is not valid UTF-8 in line 3/,
    ],
    ['NUL', 'a,b\n1,2\n3,\0\n', 400, /without NUL, as in line 3/],
    ['no body', '', 400, /is required, as CSV/],
  ])('refuses %s, and states the line', async (_, file, status, message) => {
    const answer = await upload(typeof file === 'string' ? file : new Uint8Array(file))
    expect(answer).toMatchObject({
      status,
      body: {
        error: {
          code: 'invalid_request',
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      },
    })
  })

  it(`has ${UPLOAD_ROWS_MAX} rows at most`, async () => {
    const rows = 'ab\n'.repeat(UPLOAD_ROWS_MAX)
    expect(await upload(`a\n${rows}`)).toMatchObject({
      status: 201,
      body: { rows: UPLOAD_ROWS_MAX, duplicates: UPLOAD_ROWS_MAX - 1 },
    })
    expect(await upload(`a\n${rows}c`)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'limit_reached',
          message: `Line ${UPLOAD_ROWS_MAX + 2} of the file is beyond ${UPLOAD_ROWS_MAX} rows, the limit of an upload. Nothing was stored.`,
        },
      },
    })
  })

  it(`has ${BYTES_MAX} bytes at most`, async () => {
    const row = `${'x'.repeat(16_000)}\n`
    const file = (bytes: number) => {
      const rowsOfFile = `a\n${row.repeat(Math.floor((bytes - 2) / row.length))}`
      return rowsOfFile + 'x'.repeat(bytes - rowsOfFile.length)
    }
    expect(await upload(file(BYTES_MAX))).toMatchObject({ status: 201 })
    expect(await upload(file(BYTES_MAX + 1))).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large', message: expect.stringContaining(String(BYTES_MAX)) } },
    })
  })

  it('is made once under an idempotency key', async () => {
    const send = (file: string) => upload(file, { 'Idempotency-Key': 'people' })
    const first = await send('a\n1\n')
    const again = await send('a\n1\n')
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replay'))).toEqual([null, 'true'])
    expect(await send('a\n2\n')).toMatchObject({ status: 422, body: { error: { code: 'idempotency_mismatch' } } })
  })

  it('is deleted after a day', async () => {
    const stored = await upload('a\n1\n')
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const purge = (hours: number) => purgeExpired({ db: service.db, log })({ at: Date.now() + hours * 3_600_000 })
    await purge(23)
    expect(await live.get(one(stored))).toMatchObject({ status: 200 })
    await purge(25)
    expect(await live.get(one(stored))).toMatchObject({ status: 404 })
  })
})

it(`a workspace keeps ${UPLOADS_KEPT_MAX} uploads, also of requests at once`, async () => {
  const answers = await Promise.all(Array.from({ length: UPLOADS_KEPT_MAX + 3 }, (_, n) => upload(`a\n${n}\n`)))
  const stored = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(stored).toHaveLength(UPLOADS_KEPT_MAX)
  const oldest = stored.map((answer) => String(answer.at('upload_id'))).toSorted()[0] ?? ''
  for (const answer of refused) {
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: { code: 'limit_reached', message: expect.stringContaining(`The oldest is ${oldest} and expires at`) },
      },
    })
  }
  await live.delete(`/v1/job-uploads/${oldest}`)
  expect(await upload('a\n1\n')).toMatchObject({ status: 201 })
})
