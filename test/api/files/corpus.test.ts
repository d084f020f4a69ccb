import { describe, expect, it } from '@jest/globals'
import { ColumnSamples } from '../../../api/files/column-samples.ts'
import { rowOfValues } from '../../../api/files/header.ts'
import { readFile } from '../../../api/files/read-file.ts'
import type { FileCorrections } from '../../../domain/files/form.ts'
import type { Json } from '../../../domain/json/json.ts'
import { bytesOf, CORPUS } from './corpus.ts'

async function read(bytes: Uint8Array, corrections: FileCorrections = {}) {
  const rows: (readonly [number, Readonly<Record<string, Json>>])[] = []
  const refused: (readonly [number, string])[] = []
  const samples = new ColumnSamples()
  const file = await readFile(
    { bytes, corrections, rowsMax: 50_000, charsMax: 1_000_000, consequence: 'Nothing was written.' },
    ({ line, record, read: values }, header) => {
      if ('reason' in values) return refused.push([line, values.reason])
      samples.add(record)
      return rows.push([line, rowOfValues(header.columns, values.values)])
    },
  )
  const suggestions = samples.suggestions(file.header)
  const fields = file.header.columns.map(({ heading }, index) => [heading, suggestions[index]?.field ?? null])
  return { ...file, rows, refused, fields }
}

const reasonOf = (text: string | Buffer, corrections: FileCorrections = {}): Promise<string> =>
  read(Buffer.from(text), corrections).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

describe('a file as a program saved it', () => {
  it.each(CORPUS)('$file has its columns, rows, lines and fields', async ({ file, ...expected }) => {
    const { form, fields, rows, refused } = await read(bytesOf(file))
    expect({
      encoding: form.encoding,
      separator: form.separator,
      header_line: form.headerLine,
      sheet: form.sheet,
      fields,
      rows,
      refused,
    }).toEqual(expected)
  })
})

describe('a text', () => {
  const rowsOf = async (text: string | Buffer, corrections: FileCorrections = {}) =>
    (await read(Buffer.from(text), corrections)).rows

  it.each<[string, string | Buffer, object]>([
    ['UTF-16 without a mark', Buffer.from('a;b\r\nä;2\r\n', 'utf16le'), { a: 'ä', b: '2' }],
    ['UTF-16BE', Buffer.from('\ufeffa\tb\nä\t2\n', 'utf16le').swap16(), { a: 'ä', b: '2' }],
    ['Windows-1252', Buffer.from('a,b\n\xe4\x80,2\n', 'latin1'), { a: 'ä€', b: '2' }],
    [
      'a phone without its country code, with its country',
      'Telefon;Land\n0171 3920013;Deutschland\n',
      { Telefon: '+491713920013', Land: 'Deutschland' },
    ],
    ['sep= and a vertical bar', 'sep=|\na|b\n1|2\n', { a: '1', b: '2' }],
    ['sep= within quotes', '"sep=\t"\r\na\tb\r\n1\t2\r\n', { a: '1', b: '2' }],
    ['blank lines above the names', '\n\r\na,b\n1,2\n', { a: '1', b: '2' }],
    ['more commas than semicolons within cells', 'a;b\n1,2,3;4,5,6\n', { a: '1,2,3', b: '4,5,6' }],
    ['names with invisible characters', '\u200ba\u2060,\u00adb\u00a0c\n1,2\n', { a: '1', 'b c': '2' }],
    ['names that quotes hold on two lines', '"a\r\nb",c\n1,2\n', { 'a b': '1', c: '2' }],
    ['separators behind the last name', 'a;b;;\n1;2;;\n', { a: '1', b: '2' }],
    [
      'marks of text',
      "a,b,c,d\n'+1 415,'=1,'007,'s-Hertogenbosch\n",
      { a: '+1 415', b: '=1', c: '007', d: "'s-Hertogenbosch" },
    ],
    ['a formula that failed', 'a,b,c\n#N/A,#NAME?,#1\n', { c: '#1' }],
    ['a formula that failed in German and Spanish', 'a,b,c\n#NV,#¡VALOR!,#NAME\n', { c: '#NAME' }],
    ['a text formula', 'a,b\n="007",1\n', { a: '007', b: '1' }],
    ['one column whose cells have commas', 'Company\n"Acme, Inc."\n"Beta, Ltd."\n', { Company: 'Acme, Inc.' }],
  ])('with %s is read', async (_, text, first) => {
    expect((await rowsOf(text))[0]?.[1]).toEqual(first)
  })

  it.each<[string, string, number, readonly (readonly [number, object])[]]>([
    [
      'a list of addresses',
      'ada@example.com\nkim@example.org\n',
      0,
      [
        [1, { 'Column 1': 'ada@example.com' }],
        [2, { 'Column 1': 'kim@example.org' }],
      ],
    ],
    ['one address', 'ada@example.com', 0, [[1, { 'Column 1': 'ada@example.com' }]]],
    [
      'a pasted table without its names',
      'Ada\tada@example.com\nKim\tkim@example.org\n',
      0,
      [
        [1, { 'Column 1': 'Ada', 'Column 2': 'ada@example.com' }],
        [2, { 'Column 1': 'Kim', 'Column 2': 'kim@example.org' }],
      ],
    ],
    [
      'profiles, below the mark of a separator',
      'sep=;\nAda;https://www.linkedin.com/in/ada\nKim;\n',
      0,
      [
        [2, { 'Column 1': 'Ada', 'Column 2': 'https://www.linkedin.com/in/ada' }],
        [3, { 'Column 1': 'Kim' }],
      ],
    ],
    [
      'an address above the names',
      'sam@example.com\nName,City,Email\nAda,Bath,\n',
      2,
      [[3, { Name: 'Ada', City: 'Bath' }]],
    ],
    [
      'names that mention an address',
      'Questions to a@example.com,b\n1,2\n',
      1,
      [[2, { 'Questions to a@example.com': '1', b: '2' }]],
    ],
  ])('without column names loses no line: %s', async (_, text, headerLine, expected) => {
    const { form, rows } = await read(Buffer.from(text))
    expect([form.headerLine, rows]).toEqual([headerLine, expected])
  })

  it('has columns with numbers where its sender states that no line has names', async () => {
    expect(await rowsOf('a,b\n1,2\n', { headerLine: 0 })).toEqual([
      [1, { 'Column 1': 'a', 'Column 2': 'b' }],
      [2, { 'Column 1': '1', 'Column 2': '2' }],
    ])
  })

  it('suggests what the numbered columns hold', async () => {
    const { fields } = await read(Buffer.from('Ada\tada@example.com\nKim\tkim@example.org\n'))
    expect(fields).toEqual([
      ['Column 1', null],
      ['Column 2', 'email'],
    ])
  })

  it('keeps columns of one name apart by numbers', async () => {
    expect(await rowsOf('Email,Notes,Email,Email (2),Email\na,b,c,d,e\n')).toEqual([
      [2, { Email: 'a', Notes: 'b', 'Email (3)': 'c', 'Email (2)': 'd', 'Email (4)': 'e' }],
    ])
  })

  it('has no rows of empty cells, as spreadsheets write them', async () => {
    const { rows, refused } = await read(Buffer.from('a;b;\n1;2;\n;;\n;\n ; ;\n'))
    expect([rows.length, refused]).toEqual([1, []])
  })

  it('is read as its sender states', async () => {
    const polish = Buffer.from([...Buffer.from('a;b\n'), 0xb9, 0x3b, 0x32, 0x0a])
    expect(await rowsOf(polish, { encoding: 'windows-1250' })).toEqual([[2, { a: 'ą', b: '2' }]])
    expect(await rowsOf('a,b;c\n1,2;3\n', { separator: 'semicolon' })).toEqual([[2, { 'a,b': '1,2', c: '3' }]])
    expect(await rowsOf('x,y\n1,2\na,b\n3,4\n', { headerLine: 3 })).toEqual([[4, { a: '3', b: '4' }]])
  })

  it('keeps a first line of one name, though its cells have commas without quotes', async () => {
    const { rows, refused } = await read(Buffer.from('Company\nAcme, Inc.\nBeta\n'))
    expect([rows, refused]).toEqual([[[3, { Company: 'Beta' }]], [[2, 'has 2 cells, and the header 1 column']]])
  })

  it('with a value where no column has a name loses that line alone', async () => {
    const { rows, refused } = await read(Buffer.from('a;b;\n1;2;\n3;4;5\n'))
    expect([rows.length, refused]).toEqual([1, [[3, 'has a value in column 3, which has no name']]])
  })

  it.each<[string, string | Buffer, string]>([
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), '.xls'],
    ['a web page', '<html><table><tr><td>a</td></tr></table>', 'web page'],
    ['a PDF', '%PDF-1.7', 'PDF'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'compressed'],
    ['damaged UTF-8', Buffer.concat([Buffer.from('a\nä\n'), Buffer.from([0xe4, 0x0a])]), 'not valid UTF-8 in line 3'],
    ['vCards', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n', 'vCards (.vcf). Export them as CSV'],
    ['a calendar', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', 'calendar'],
    ['JSON', '[\n  {"email": "ada@example.com"}\n]', 'JSON'],
    ['RTF', '{\\rtf1 ada@example.com}', 'RTF'],
    ['NUL', 'a\n1\0\n', 'without NUL, as in line 2'],
    ['an archive that is no workbook', Buffer.from('PK\x03\x04 and more'), 'workbook'],
  ])('is refused if it is %s, with what to do', async (_, text, word) => {
    const reason = await reasonOf(text)
    expect(reason).toContain(word)
    expect(reason).toContain('Nothing was written.')
  })
})
