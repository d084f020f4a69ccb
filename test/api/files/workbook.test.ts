import { describe, expect, it } from '@jest/globals'
import { unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { readWorkbook } from '../../../api/files/workbook.ts'
import { bytesOf } from './corpus.ts'

const LIMITS = { sheet: undefined, charsMax: 100_000, rowsMax: 1_000 }

const reasonOf = (bytes: Uint8Array, limits: object = {}, options: { readonly msMax?: number } = {}): Promise<string> =>
  readWorkbook({ bytes, ...LIMITS, ...limits }, options).then(
    () => 'read',
    (error: unknown) => (error instanceof Error && 'publicMessage' in error ? String(error.publicMessage) : 'a defect'),
  )

/** A workbook whose archive states another size of a part than the part has. */
function withDeclaredSize(bytes: Uint8Array, part: string, size: number): Uint8Array {
  const changed = Buffer.from(bytes)
  const name = Buffer.from(part)
  const directory = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  const entry = changed.indexOf(name, directory) - 46
  changed.writeUInt32LE(size, entry + 24)
  return changed
}

const SHEET = 'xl/worksheets/sheet1.xml'

describe('a workbook', () => {
  it('is read by the sheet that its sender names, and else by the first one that is shown and has rows', async () => {
    const rows = (sheet: string | undefined) => readWorkbook({ bytes: bytesOf('pipedrive.xlsx'), ...LIMITS, sheet })
    expect(await rows(undefined)).toMatchObject({ sheet: 'People', sheets: ['People', 'Companies'] })
    expect((await rows('Companies')).rows).toEqual([
      { line: 1, cells: ['Name', 'Website'] },
      { line: 2, cells: ['Example Engines', 'https://www.example.com/'] },
    ])
    expect(await reasonOf(bytesOf('pipedrive.xlsx'), { sheet: 'Peple' })).toBe(
      'The workbook has no sheet "Peple". It has: People, Companies.',
    )
    const empty = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'Full', rows: [['a'], [1]] },
      ],
    })
    expect(await readWorkbook({ bytes: empty, ...LIMITS })).toMatchObject({ sheet: 'Full' })
  })

  it('skips a sheet of sentences before one with a list, and reads it where there is no other', async () => {
    const notes = {
      name: 'Read me',
      rows: [['How to use this file'], ['Fill in the sheet Leads.'], ['Questions: a@example.com']],
    }
    const list = {
      name: 'Leads',
      rows: [
        ['Navn', 'Adresse'],
        ['Ada', 'x'],
      ],
    }
    const emails = { name: 'Mails', rows: [['ada@example.com'], ['kim@example.com']] }
    const sheetOf = async (...sheets: (typeof notes)[]) =>
      (await readWorkbook({ bytes: await writeXlsx({ sheets }), ...LIMITS })).sheet
    expect(await sheetOf(notes, list)).toBe('Leads')
    expect(await sheetOf(notes, emails)).toBe('Mails')
    expect(await sheetOf(list, notes)).toBe('Leads')
    expect(await sheetOf(notes)).toBe('Read me')
  })

  it('computes no formula: a cell has the value that was saved with it, or none', async () => {
    const cells = new Map([
      ['1,0', { formula: 'HYPERLINK("https://example.com","x")', formulaResult: 'saved' }],
      ['2,0', { formula: '1+1' }],
    ])
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['a', 'b'],
            [null, 'x'],
            [null, 'y'],
          ],
          cells,
        },
      ],
    })
    const { rows } = await readWorkbook({ bytes, ...LIMITS })
    expect(rows.map(({ cells: texts }) => texts)).toEqual([
      ['a', 'b'],
      ['saved', 'x'],
      ['', 'y'],
    ])
  })

  it('is refused with a sentence when it would be too large, whatever its archive states of itself', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['a'], ['x'.repeat(1_000)]] }] })
    expect(await reasonOf(bytes)).toBe('read')
    expect(await reasonOf(withDeclaredSize(bytes, SHEET, 3_000_000_000))).toContain('unpacked it has more than 128 MB')
    expect(await reasonOf(bytes, { charsMax: 900 })).toContain('more than 900 characters')
    // A part of 5 MB that states it has 100 bytes gets the room of 100 bytes.
    const parts = unzipSync(bytes)
    const bomb = zipSync({ ...parts, [SHEET]: new Uint8Array(5_000_000).fill(0x20) }, { level: 9 })
    expect(await reasonOf(withDeclaredSize(bomb, SHEET, 100))).not.toBe('a defect')
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`part${n}.bin`, new Uint8Array(0)]))
    expect(await reasonOf(zipSync({ ...parts, ...many }))).toContain('more than 5000 parts')
  })

  it('is refused before it is parsed where a tag does not end, or is longer than any program writes', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['a'], ['x']] }] })
    const withRow = (row: string): Uint8Array =>
      zipSync({ ...unzipSync(bytes), [SHEET]: Buffer.from(`<worksheet><sheetData>${row}</sheetData></worksheet>`) })
    for (const row of [`<row ${'a="1" '.repeat(2_000)}/>`, '<'.repeat(10_000), '<!--'.repeat(3_000)])
      expect(await reasonOf(withRow(row))).toContain('a tag of more than 8192 characters')
    expect(await reasonOf(withRow(`<row r="1"><c><v>${'1'.repeat(20_000)}</v></c></row>`))).toBe('read')
  })

  it('is refused with a sentence when it takes too long, or is damaged', async () => {
    const bytes = bytesOf('pipedrive.xlsx')
    expect(await reasonOf(bytes, {}, { msMax: 1 })).toContain('takes too long')
    expect(await reasonOf(bytes.subarray(0, bytes.length / 2))).toContain('cannot be read')
    expect(await reasonOf(zipSync({ 'a.txt': new Uint8Array(3) }))).toContain('no Excel workbook')
  })
})
