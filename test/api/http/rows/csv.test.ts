import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { startTestService, type TestService } from '../../../support/service.ts'
import { dataOf, exportCsv, importCsv, keysOf, rowsOf } from './rows-client.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'
import { numRunsFor } from '../../../support/seed.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

const importInto = (text: string, options: { status?: string; headers?: Record<string, string> } = {}) =>
  importCsv(client.http, 'leads', text, options)
const exported = async () => (await exportCsv(client.http, 'leads')).text

describe('an exported file', () => {
  /** Whatever a spreadsheet or a simple reader would misread. */
  const text = fc
    .oneof(
      fc.constantFrom(
        '=1+1',
        '@SUM(A1)',
        '-2+3',
        '+15550100123',
        '15550100123',
        '00123',
        '@ada',
        "'=1",
        "'quoted",
        '5',
        '-5',
        '5.0',
        '1e5',
        'true',
        'null',
        '{"a":1}',
        '[1,2]',
        '{broken',
        ' padded ',
        'a,b',
        '"',
        'a\nb',
        'a\r\nb',
        'a\rb',
        ';',
        '\ufeff',
        'Zoë 👋',
        '2026-01-01',
      ),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    )
    .filter((value) => value.trim() !== '' && !value.includes('\0') && value.isWellFormed())
  const value = fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.record({ name: text, count: fc.integer() }),
      ),
    },
  )
  const column = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('note', 'score', 'zip', 'Company Name', 'a.b', '=col', "it's", 'ok?') },
    {
      weight: 1,
      arbitrary: text.filter(
        (name) =>
          !/^(status|next_at|key|touches|last_touch_at|last_touch_channel|last_reply_at|last_reply_class|row_created_at|row_updated_at|signals|__proto__)$/.test(
            name,
          ),
      ),
    },
  )
  const person = fc.record({
    data: fc.dictionary(column, value, { maxKeys: 6 }),
    phone: fc.option(fc.constantFrom('+15550100123', '+46 70 000 00 01'), { nil: undefined }),
    instagram: fc.option(fc.constantFrom('@ada', '12345', '-ada-', 'ada.lovelace'), { nil: undefined }),
    status: fc.option(
      text.filter((one) => one.trim().length <= 100).map((one) => one.trim()),
      { nil: undefined },
    ),
    next_at: fc.option(fc.constantFrom('2026-12-01', '2027-01-01T10:00:00.123Z'), { nil: undefined }),
  })

  it('imports back to the same rows, with phones and handles unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 5 }), async (people) => {
        const http = client.http
        await http.delete('/v1/tables/leads?confirm=true')
        const rows = people.map(({ data, ...person_ }, number) => ({
          ...data,
          ...person_,
          email: `p${number}@example.com`,
          phone: number === 0 ? person_.phone : undefined,
          instagram: number === 0 ? person_.instagram : undefined,
        }))
        const written = await client.write('leads', rows)
        expect(written.body).toMatchObject({ inserted: rows.length, refused: [], conflicts: [] })
        const before = await dataOf(http, 'leads')
        const file = await exported()
        // Into the table itself nothing changes; a new one gets the same rows.
        const again = await importInto(file)
        expect(again.body).toMatchObject({
          inserted: 0,
          updated: 0,
          unchanged: rows.length,
          refused: [],
          conflicts: [],
          lines: rows.length,
        })
        expect(await dataOf(http, 'leads')).toEqual(before)
        await http.delete('/v1/tables/leads?confirm=true')
        expect((await importInto(file)).body).toMatchObject({
          created: true,
          inserted: rows.length,
          refused: [],
          conflicts: [],
        })
        expect(await dataOf(http, 'leads')).toEqual(before)
        expect((await exported()).split('\n')[0]).toBe(file.split('\n')[0])
      }),
      {
        numRuns: numRunsFor(30),
        // Columns that state who a person is are no identities: their numbers and booleans stay such.
        examples: [
          // A field that is called like a number is a name of a column all the same.
          [
            [
              {
                data: { '+15550100123': '!' },
                phone: undefined,
                instagram: undefined,
                status: undefined,
                next_at: undefined,
              },
            ],
          ],
          [
            [
              {
                data: { 'Company Name': false, name: 5, title: true, company: '7' },
                phone: undefined,
                instagram: undefined,
                status: undefined,
                next_at: undefined,
              },
            ],
          ],
        ],
      },
    )
  })
})

describe('POST /v1/tables/{name}/import', () => {
  it("writes lines as rows are written, and reports the others by the file's own lines", async () => {
    await client.write('leads', [
      { email: 'a@example.com', linkedin: 'linkedin.com/in/a-one' },
      { email: 'b@example.com', status: 'won' },
    ])
    const answer = await importInto(
      [
        'email,linkedin,note,next_at', // 1
        'new@example.com,,"two',
        'lines",', // 2 and 3
        'B@example.com,,known,+4d', // 4
        '', // 5
        'b@example.com,linkedin.com/in/a-one,conflict,', // 6
        ',,nobody,', // 7
        'too,few', // 8
        'c@example.com,,,,,', // 9
        'd@example.com,,,soon', // 10
        'e@example.com,,"{""__proto__"":1}",', // 11
        'f@example.com,,"[1, ""x""]",2026-12-01', // 12
      ].join('\r\n'),
      { status: 'imported' },
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      table: 'leads',
      created: false,
      inserted: 2,
      updated: 1,
      unchanged: 0,
      lines: 9,
      keys: { inserted: ['new@example.com', 'f@example.com'], updated: ['b@example.com'] },
      conflicts: [
        { line: 6, keys: expect.arrayContaining(['a@example.com', 'b@example.com']), reason: expect.any(String) },
      ],
      refused: [
        { line: 7, reason: expect.stringContaining('has nothing that identifies who') },
        { line: 8, reason: 'has 2 cells, and the header 4 columns' },
        { line: 9, reason: 'has 6 cells, and the header 4 columns' },
        { line: 10, reason: expect.stringContaining('next_at') },
        { line: 11, reason: expect.stringContaining('not allowed') },
      ],
    })
    const rows = await dataOf(client.http, 'leads')
    expect(rows).toMatchObject([
      { key: 'a@example.com', status: null },
      { key: 'b@example.com', note: 'known', status: 'won', next_at: expect.any(String) },
      { key: 'f@example.com', note: [1, 'x'], status: 'imported', next_at: '2026-12-01T00:00:00.000Z' },
      { key: 'new@example.com', note: 'two\r\nlines', status: 'imported' },
    ])
  })

  it("creates the table, and keeps numbers of another program's file as text", async () => {
    const answer = await importInto('\ufeffemail,zip, score ,mobile\na@example.com,02134,5,15550100123\n')
    expect(answer.body).toMatchObject({ created: true, inserted: 1, lines: 1 })
    expect(await dataOf(client.http, 'leads')).toMatchObject([
      { email: 'a@example.com', zip: '02134', score: '5', mobile: '15550100123' },
    ])
    expect(
      rowsOf(await client.http.post('/v1/tables/leads/rows/query', { where: { score: { gte: 5 } } })),
    ).toHaveLength(1)
  })

  it('writes nothing twice: the same file again changes nothing, and one key has one answer', async () => {
    const file = 'email,note\na@example.com,x\nb@example.com,y\n'
    const first = await importInto(file, { headers: { 'Idempotency-Key': 'file-1' } })
    const replay = await importInto(file, { headers: { 'Idempotency-Key': 'file-1' } })
    expect([replay.body, replay.headers.get('idempotent-replay')]).toEqual([first.body, 'true'])
    expect((await importInto(file)).body).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect((await importInto(`${file}c@example.com,z`, { headers: { 'Idempotency-Key': 'file-1' } })).status).toBe(422)
  })

  it.each<[string, string, RegExp]>([
    ['a name that is not allowed', 'email,__proto__\na@example.com,x', /^Line 1 .* name is not allowed/],
    ['an open quote', 'email,name\na@example.com,"Ada\nb@example.com,Bea\n', /^Line 2 .*unclosed quotation mark/],
    ['text after a quote', 'email,name\n\na@example.com,"Ada"x\n', /^Line 3 .* text behind a closing quotation mark/],
    ['a quote within a cell', 'email,name\na@example.com,Ada "x"\n', /^Line 2 .* quotation mark within a cell/],
    ['a header only', 'email,name\n', /no line after its column names/],
    [
      'more columns than a file may have',
      `${Array.from({ length: 1_001 }, (_, number) => `c${number}`).join(',')}\n`,
      /^Line 1 .* has more than 1000 columns/,
    ],
    ['NUL', 'email\na@example.com\0', /without NUL/],
    ['nothing', '', /is required, as CSV/],
  ])('refuses %s, and writes nothing', async (_, file, expected) => {
    const answer = await importInto(file)
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
    expect(String(answer.at('error', 'message'))).toMatch(expected)
    expect((await client.detail('leads')).status).toBe(404)
  })

  it('takes a file of exactly 1 MB, and refuses one byte more', async () => {
    const line = (number: number) => `${`p${number}@example.com`.padStart(30, 'x')},${'n'.repeat(170)}\n`
    const body = `email,note\n${Array.from({ length: 5_139 }, (_, number) => line(number)).join('')}`
    const file = `${body}q@example.com,${'n'.repeat(1_048_576 - body.length - 'q@example.com,\n'.length)}\n`
    expect(file.length).toBe(1_048_576)
    expect((await importInto(`${file}\n`)).body).toMatchObject({ error: { code: 'payload_too_large' } })
    const answer = await importInto(file)
    expect([answer.status, answer.at('inserted'), answer.at('lines'), answer.at('refused')]).toEqual([
      200,
      5_140,
      5_140,
      [],
    ])
    expect((await client.detail('leads')).at('rows')).toBe(5_140)
  })

  it('takes other encodings and reports it, and refuses what is no file by its type, or compressed', async () => {
    const send = (body: Uint8Array, headers: Record<string, string>) =>
      fetch(`${service.url}/v1/tables/leads/import`, {
        method: 'POST',
        body: Uint8Array.from(body),
        headers: { Authorization: `Bearer ${client.workspace.keys.live}`, ...headers },
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    const latin1 = new Uint8Array([...new TextEncoder().encode('email,name\na@example.com,Zo'), 0xeb, 10])
    expect(await send(latin1, { 'Content-Type': 'text/csv' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('"encoding":"windows-1252"'),
    })
    expect(await dataOf(client.http, 'leads')).toMatchObject([{ name: 'Zoë' }])
    await client.http.delete('/v1/tables/leads?confirm=true')
    const good = new TextEncoder().encode('email\na@example.com\n')
    expect(await send(good, { 'Content-Type': 'application/json' })).toMatchObject({
      status: 415,
      text: expect.stringContaining('text/csv'),
    })
    expect(await send(good, { 'Content-Type': 'text/csv; charset=iso-8859-1' })).toMatchObject({ status: 415 })
    expect(await send(good, { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' })).toMatchObject({ status: 415 })
    expect((await client.detail('leads')).status).toBe(404)
    expect(await send(good, { 'Content-Type': 'text/csv; charset=UTF-8' })).toMatchObject({ status: 200 })
    expect(keysOf(await client.http.get('/v1/tables/leads/rows'))).toEqual(['a@example.com'])
  })

  it('only reads with `dry_run`, names columns by `map`, and remembers them for files with the same headings', async () => {
    const file = 'Vorname;E-Mail;Notiz\nAda;ada@example.com;x\nRobin\n'
    const read = await importCsv(client.http, 'leads', file, { query: { dry_run: 'true' } })
    expect(read.body).toMatchObject({
      inserted: 0,
      lines: 2,
      refused: [{ line: 3, reason: 'has 1 cell, and the header 3 columns' }],
      hints: [expect.stringContaining('map={"Vorname":"first_name","E-Mail":"email"}')],
      file: {
        separator: 'semicolon',
        columns: [
          { name: 'Vorname', field: 'first_name', suggested_by: 'heading', samples: ['Ada'] },
          { name: 'E-Mail', field: 'email', suggested_by: 'heading', samples: ['ada@example.com'] },
          { name: 'Notiz', field: null, suggested_by: null, samples: ['x'] },
        ],
      },
    })
    expect((await client.detail('leads')).status).toBe(404)
    const map = JSON.stringify({ Vorname: 'name', 'E-Mail': 'email', Notiz: null })
    expect((await importCsv(client.http, 'leads', file, { query: { map } })).body).toMatchObject({
      inserted: 1,
      hints: [],
    })
    const [row] = await dataOf(client.http, 'leads')
    expect(row).toMatchObject({ key: 'ada@example.com', name: 'Ada' })
    expect(row).not.toHaveProperty('Notiz')
    const again = await importCsv(client.http, 'leads', 'Notiz,Vorname,E-Mail\n,Ada,ada@example.com\n', {
      query: { dry_run: 'true' },
    })
    expect(again.at('file', 'columns')).toMatchObject([
      { name: 'Notiz', field: null, suggested_by: 'remembered' },
      { name: 'Vorname', field: 'name', suggested_by: 'remembered' },
      { name: 'E-Mail', field: 'email', suggested_by: 'remembered' },
    ])
  })

  it('does not remember the columns of a list without names, because the next list may have others', async () => {
    const map = JSON.stringify({ 'Column 1': 'email' })
    const list = await importCsv(client.http, 'leads', 'ada@example.com;Ada\nkim@example.org;Kim\n', { query: { map } })
    expect([list.at('inserted'), list.at('file', 'header_line')]).toEqual([2, 0])
    const other = await importCsv(client.http, 'leads', 'Ada;ada@example.com\nKim;kim@example.org\n', {
      query: { dry_run: 'true' },
    })
    expect(other.at('file', 'columns')).toMatchObject([
      { name: 'Column 1', field: null },
      { name: 'Column 2', field: 'email', suggested_by: 'values' },
    ])
  })

  it.each<[string, string, RegExp]>([
    ['no JSON', 'email', /must be a JSON object from column names to fields, such as \{"E-Mail":"email"/],
    [
      'a column that the file does not have',
      '{"mail":"email"}',
      /names a column "mail" that the file does not have; it has a, b/,
    ],
    ['two columns for one field', '{"a":"email","b":"email"}', /two columns that become `email`/],
  ])('refuses a map with %s', async (_, map, reason) => {
    const answer = await importCsv(client.http, 'leads', 'a,b\n1,2\n', { query: { map } })
    expect([answer.status, answer.at('error', 'message')]).toEqual([400, expect.stringMatching(reason)])
  })
})
