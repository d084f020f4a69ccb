import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Json } from '../../../domain/json/json.ts'
import { openBrowser } from '../../support/browser.ts'
import { servedForm } from '../../support/html-form.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { enter, signUpPerson } from '../dashboard/person.ts'
import { dataOf } from '../http/rows/rows-client.ts'
import { bytesOf, CORPUS, type ExpectedFile } from './corpus.ts'

let service: TestService
let api: HttpClient
let cookie: string
beforeAll(async () => {
  service = await startTestService({ worker: false })
  const person = await signUpPerson(service.url, 'Files')
  const browser = await enter(openBrowser(), service.url, person)
  cookie = browser.cookies.map((set) => set.split(';')[0]).join('; ')
  api = httpClient(service.url, person.testKey)
  await api.post('/v1/features', { tables: true })
})
afterAll(() => service.stop())

/** A key that is in every row of the corpus. */
const byEmail = (one: Readonly<Record<string, unknown>>): string => String(one['email'] ?? one['linkedin_url'])

const post = (path: string, file: string): Promise<HttpAnswer> =>
  api.request(path, { method: 'POST', bytes: Uint8Array.from(bytesOf(file)), headers: { 'Content-Type': 'text/csv' } })

async function byImport({ file, fields }: ExpectedFile): Promise<HttpAnswer> {
  const map = Object.fromEntries(fields.flatMap(([heading, field]) => (field === null ? [] : [[heading, field]])))
  return post(`/v1/tables/api/import?map=${encodeURIComponent(JSON.stringify(map))}`, file)
}

async function sendForm(fields: readonly (readonly [string, string | Blob])[]): Promise<string> {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const answer = await fetch(`${service.url}/dashboard/test/tables-import`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: service.url },
  })
  return answer.text()
}

/** With the fields that the page suggests, but for columns without one, which keep the names of the file. */
async function byDashboard({ file, fields }: ExpectedFile): Promise<string> {
  const shown = await sendForm([
    ['table', 'page'],
    ['file', new Blob([Uint8Array.from(bytesOf(file))])],
    ['action', 'file'],
  ])
  const form = servedForm(shown, 'form-import')
  if (form === null) throw new Error(shown)
  const suggested = form.filter(([name]) => name.startsWith('column-')).map(([, value]) => value)
  for (const [index, [, field]] of fields.entries()) if (field !== null) expect(suggested[index]).toBe(field)
  return sendForm(
    form.map(([name, value]) => {
      const [heading, field] = fields[Number(/^column-(\d+)$/.exec(name)?.[1] ?? -1)] ?? []
      return [name, heading !== undefined && field === null ? heading : value] as const
    }),
  )
}

const withFields = ({ fields, rows }: ExpectedFile) =>
  rows.map(([, row]) =>
    Object.fromEntries(
      fields.flatMap(([heading, field]): [string, Json][] => {
        const value = row[heading]
        return value === undefined ? [] : [[field ?? heading, value]]
      }),
    ),
  )

describe('the three doors for files', () => {
  it.each(CORPUS)('read $file alike', async (expected) => {
    const { file, rows, refused, encoding, separator, header_line, sheet } = expected
    await Promise.all(['api', 'page'].map((table) => api.delete(`/v1/tables/${table}?confirm=true`)))

    // Before an import, which is remembered for the next file with these headings.
    const uploaded = await post('/v1/jobs/uploads', file)
    expect(uploaded.body).toMatchObject({
      columns: expected.fields.map(([heading]) => heading),
      rows: rows.length + refused.length,
      invalid: refused.length,
      refused: refused.map(([line, reason]) => ({ line, reason })),
      sample: rows.slice(0, 5).map(([, row]) => row),
      file: {
        encoding,
        separator,
        header_line,
        sheet,
        columns: expected.fields.map(([name, field]) => ({ name, field })),
      },
    })
    await api.delete(`/v1/job-uploads/${String(uploaded.at('upload_id'))}`)

    const imported = await byImport(expected)
    expect(imported.body).toMatchObject({
      lines: rows.length + refused.length,
      refused: refused.map(([line, reason]) => ({ line, reason })),
      file: { encoding, separator, header_line, sheet },
    })
    const page = await byDashboard(expected)
    expect(page).toContain(`Lines that were written: ${rows.length} of ${rows.length + refused.length}.`)
    for (const [, reason] of refused) expect(page).toContain(reason)

    const [written, shown] = [await dataOf(api, 'api'), await dataOf(api, 'page')]
    expect(shown.map((row) => ({ ...row, table: '' }))).toEqual(written.map((row) => ({ ...row, table: '' })))
    expect(written.toSorted((one, other) => byEmail(one).localeCompare(byEmail(other)))).toMatchObject(
      withFields(expected).toSorted((one, other) => byEmail(one).localeCompare(byEmail(other))),
    )
  })
})
