import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { writeXlsx } from 'hucre/xlsx'
import { startTestService, type TestService } from '../../../support/service.ts'
import { dataOf, importCsv } from './rows-client.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = await tablesClient(service)
})
afterAll(() => service.stop())

const sendBook = async (table: string, sheet: Parameters<typeof writeXlsx>[0]['sheets'][number]) => {
  const bytes = Uint8Array.from(await writeXlsx({ sheets: [sheet] }))
  return client.http.request(`/v1/tables/${table}/import`, {
    method: 'POST',
    bytes,
    headers: { 'Content-Type': 'text/csv' },
  })
}

describe('a workbook', () => {
  it('has the addresses of its links in columns of contacts whose texts are none', async () => {
    const link = (text: string, target: string) => ({ value: text, hyperlink: { target } })
    const done = await sendBook('links', {
      name: 'Kontakte',
      rows: [
        ['Name', 'E-Mail', 'LinkedIn', 'Telefon', 'Firma'],
        ['Ada Example', 'Mail', 'Profil', 'Anrufen', 'Engines'],
        ['Kim Example', 'kim@example.com', '', '', 'Engines'],
        ['Robin Sample', 'Mail', '', '', 'Engines'],
      ],
      cells: new Map([
        ['1,0', link('Ada Example', 'https://crm.example.com/contacts/1')],
        ['1,1', link('Mail', 'mailto:Ada@example.com?subject=Hi')],
        ['1,2', link('Profil', 'https://www.linkedin.com/in/ada-example')],
        ['1,3', link('Anrufen', 'tel:+493023125125')],
        ['1,4', link('Engines', 'https://example.com')],
        ['2,1', link('kim@example.com', 'mailto:other@example.com')],
        ['3,1', link('Mail', 'https://crm.example.com/contacts/3')],
      ]),
    })
    expect(done.body).toMatchObject({ inserted: 2, refused: [{ line: 4 }] })
    const rows = await dataOf(client.http, 'links')
    expect(rows.find(({ full_name: name }) => name === 'Ada Example')).toMatchObject({
      email: 'ada@example.com',
      linkedin_url: 'https://www.linkedin.com/in/ada-example',
      phone: '+493023125125',
      company: 'Engines',
    })
    expect(rows.find(({ full_name: name }) => name === 'Kim Example')).toMatchObject({ email: 'kim@example.com' })
  })

  it('has its lines below the list refused alone, with a sentence that reports it', async () => {
    const done = await sendBook('report', {
      name: 'Report',
      rows: [
        ['Name', 'E-Mail', 'Firma'],
        ['Ada Example', 'ada@example.com', 'Engines'],
        ['', 'kim@example.com', ''],
        [],
        ['Gesamt: 2', '', ''],
        ['', '', 2],
        ['Exportiert am 29.11.2026', '', ''],
      ],
    })
    expect(done.body).toMatchObject({ inserted: 2, lines: 5 })
    expect(done.at('refused')).toEqual([
      { line: 5, reason: 'has only "Gesamt: 2": it is below the list and names no person' },
      { line: 6, reason: 'has only "2": it is below the list and names no person' },
      { line: 7, reason: 'has only "Exportiert am 29.11.2026": it is below the list and names no person' },
    ])
  })
})

describe('a CSV file', () => {
  it('has lines below its list refused alone, also shorter ones, and keeps a last row of one cell', async () => {
    const done = await importCsv(
      client.http,
      'csv',
      'email;full_name;company\nada@example.com;Ada;Engines\nkim@example.com;;\nTotal;;2\nExported on 2026-11-29\n',
    )
    expect(done.body).toMatchObject({ inserted: 2 })
    expect(done.at('refused')).toEqual([
      { line: 4, reason: 'has only "Total 2": it is below the list and names no person' },
      { line: 5, reason: 'has only "Exported on 2026-11-29": it is below the list and names no person' },
    ])
    await client.write('ids', [{ id: '1', email: 'ada@example.com' }], { key: 'field:id' })
    expect((await importCsv(client.http, 'ids', 'id;email\n1;ada@example.com\n2;\n')).body).toMatchObject({
      inserted: 1,
      refused: [],
    })
  })
})
