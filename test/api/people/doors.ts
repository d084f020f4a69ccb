import { writeXlsx } from 'hucre/xlsx'
import { servedForm } from '../../support/html-form.ts'
import { callTool } from '../../support/mcp.ts'
import { type Office, ok } from './office.ts'

/** What is written about a person: fields of a row, each in some spelling. */
export type Written = Readonly<Record<string, string>>

/** Writes rows into the table by one door. */
export type Door = (office: Office, table: string, rows: readonly Written[]) => Promise<void>

/** How files name these fields; the others keep their names. */
const HEADINGS: Readonly<Record<string, string>> = {
  email: 'E-Mail-Adresse',
  linkedin: 'LinkedIn Profile URL',
  linkedin_url: 'LinkedIn Profile URL',
  phone: 'Mobile Phone',
  full_name: 'Full Name',
  company: 'Firma',
}

const columnsOf = (rows: readonly Written[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const fileOf = (rows: readonly Written[], separator: string, heading = (column: string) => column): string => {
  const columns = columnsOf(rows)
  const lines = [columns.map(heading), ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((cells) => cells.map(quoted).join(separator)).join('\r\n')
}

const importPath = (table: string): string => `/v1/tables/${table}/import`

async function asWorkbook({ live }: Office, table: string, rows: readonly Written[]): Promise<void> {
  const columns = columnsOf(rows)
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  const bytes = await writeXlsx({ sheets: [{ name: 'People', rows: cells }] })
  const headers = { 'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  await ok(live.request(importPath(table), { method: 'POST', bytes: Uint8Array.from(bytes), headers }))
}

/** The two forms of the dashboard's import: the file, and what its columns become as the page suggests it. */
async function onThePage({ browser, page }: Office, table: string, rows: readonly Written[]): Promise<void> {
  const csv = fileOf(rows, ';', (column) => HEADINGS[column] ?? column)
  const first = await ok(browser.post(page('/tables-import'), Object.entries({ table, csv, action: 'file' })))
  const mapping = servedForm(first.text, 'form-import')
  if (mapping === null) throw new Error(`the page has no columns: ${first.text}`)
  await ok(browser.post(page('/tables-import'), mapping))
}

export const DOORS = {
  rows: async ({ live }, table, rows) => void (await ok(live.post(`/v1/tables/${table}/rows`, { rows }))),
  csv: async ({ live }, table, rows) =>
    void (await ok(
      live.request(importPath(table), {
        method: 'POST',
        text: fileOf(rows, ','),
        headers: { 'Content-Type': 'text/csv' },
      }),
    )),
  xlsx: asWorkbook,
  mcp: async ({ mcp }, table, rows) => {
    const { isError, body } = await callTool(mcp, 'table_write', { action: 'upsert', table, rows })
    if (isError) throw new Error(JSON.stringify(body))
  },
  page: onThePage,
} satisfies Record<string, Door>

export type DoorName = keyof typeof DOORS
export const doorNames: readonly DoorName[] = ['rows', 'csv', 'xlsx', 'mcp', 'page']
