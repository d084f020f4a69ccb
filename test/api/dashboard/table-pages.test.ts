import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm } from '../../support/html-form.ts'
import { httpClient, type HttpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { confirmAddress } from '../../support/mail-links.ts'
import { enter, signUpPerson } from './person.ts'

let service: TestService
let browser: Browser
let api: HttpClient
let cookie: string
beforeAll(async () => {
  service = await startTestService()
  const person = await signUpPerson(service.url, 'Engines')
  await confirmAddress(service)
  browser = await enter(openBrowser(), service.url, person)
  api = httpClient(service.url, person.testKey)
  cookie = browser.cookies.map((set) => set.split(';')[0]).join('; ')
  await api.post('/v1/features', { tables: true })
})
afterAll(() => service.stop())

const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`
const textOf = async (path: string): Promise<string> => (await browser.get(pageUrl(path))).text
type Fields = readonly (readonly [string, string])[]

/** A form as it was served, with some values changed. */
function filled(text: string, form: string, changed: Readonly<Record<string, string>> = {}): Fields {
  const served = servedForm(text, `form-${form}`)
  if (served === null) throw new Error(`there is no form ${form}`)
  return served.map(([name, value]) => [name, changed[name] ?? value])
}

/** Sends a form as a browser sends one with a file. */
async function sendLarge(path: string, fields: Fields, origin = service.url) {
  const body = new FormData()
  for (const [name, value] of fields)
    if (name === 'file' && value !== '') body.append(name, new Blob([value], { type: 'text/csv' }), 'people.csv')
    else body.append(name, value)
  const answer = await fetch(pageUrl(path), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: origin },
  })
  return { status: answer.status, text: await answer.text() }
}

const rows = async (table: string): Promise<Record<string, unknown>[]> => {
  const items = (await api.get(`/v1/tables/${table}/rows?limit=500`)).at('items')
  return Array.isArray(items) ? items : []
}

it('leads to its forms without a command where no table is yet', async () => {
  const { text } = await browser.get(`${service.url}/dashboard/live/tables`)
  expect(text).toContain('No table yet.')
  expect(text).not.toContain('svc ')
  for (const path of ['tables-import', 'tables-new']) expect(text).toContain(`href="/dashboard/live/${path}"`)
})

describe('a table', () => {
  it('is made on a page, and a name that is taken is reported next to its field', async () => {
    const fields = filled(await textOf('/tables-new'), 'create', { name: 'made', title: 'By hand' })
    expect((await browser.post(pageUrl('/tables-new'), fields)).status).toBe(303)
    expect((await api.get('/v1/tables/made')).at('title')).toBe('By hand')
    const refused = await browser.post(pageUrl('/tables-new'), fields)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('create-name-fault')])
  })

  it('gets rows, whose cells are edited as what they hold, and which are deleted after a confirmation', async () => {
    await api.post('/v1/tables/people/rows', { rows: [{ email: 'ada@example.com', score: 7, tags: ['a'] }] })
    const added = filled(await textOf('/tables/people'), 'add-row', {
      'cell-email': 'kim@example.com',
      'cell-score': '8',
    })
    expect((await browser.post(pageUrl('/tables/people'), added)).headers.get('location')).toMatch(
      /rows\/kim%40example.com$/,
    )
    const path = `/tables/people/rows/${encodeURIComponent('ada@example.com')}`
    const edited = filled(await textOf(path), 'edit', {
      'cell-score': '12',
      'cell-tags': '["a","b"]',
      'cell-status': 'new',
    })
    expect((await browser.post(pageUrl(path), edited)).status).toBe(303)
    expect((await rows('people')).find(({ key }) => key === 'ada@example.com')).toMatchObject({
      score: 12,
      tags: ['a', 'b'],
      status: 'new',
    })
    const emptied = filled(await textOf(path), 'edit', { 'cell-tags': '', 'cell-email': '' })
    expect((await browser.post(pageUrl(path), emptied)).status).toBe(400)
    const gone = filled(await textOf(`${path}/delete`), 'delete')
    expect((await browser.post(pageUrl(`${path}/delete`), gone)).status).toBe(303)
    expect((await rows('people')).map(({ key }) => key)).toEqual(['kim@example.com'])
  })
})

describe('a table that is there', () => {
  it('is renamed, and deleted after a confirmation', async () => {
    await api.post('/v1/tables/drafts/rows', { rows: [{ email: 'ada@example.com' }] })
    const edited = filled(await textOf('/tables/drafts/edit'), 'edit', { name: 'final', title: 'Final' })
    const saved = await browser.post(pageUrl('/tables/drafts/edit'), edited)
    expect(saved.headers.get('location')).toMatch(/tables\/final$/)
    expect((await api.get('/v1/tables/final')).at('title')).toBe('Final')
    const taken = filled(await textOf('/tables/final/edit'), 'edit', { name: 'people' })
    expect((await browser.post(pageUrl('/tables/final/edit'), taken)).status).toBe(409)
    expect(
      (await browser.post(pageUrl('/tables/final/delete'), filled(await textOf('/tables/final/delete'), 'delete')))
        .status,
    ).toBe(303)
    expect((await api.get('/v1/tables/final')).status).toBe(404)
  })
})

describe('a suppression', () => {
  it('is removed by its row, and no other', async () => {
    await api.post('/v1/suppressions', { subjects: ['robin@example.com', 'kim@example.com'] })
    const fields = filled(await textOf('/suppressions'), 'remove-robin@example.com')
    expect((await browser.post(pageUrl('/suppressions'), fields)).status).toBe(303)
    const listed = (await api.get('/v1/suppressions')).at('items')
    expect([listed].flat().map((one) => Object(one).subject)).toEqual(['kim@example.com'])
  })
})

const FILE = [
  'Full Name,Email Address,Company Website,Internal note',
  ...Array.from({ length: 200 }, (_, n) => `Person ${n},person-${n}@example.com,example.com,"two\nlines"`),
  'Too,few',
].join('\n')

describe('an import', () => {
  it('takes a file of 200 people, shows its columns, and states what became of each line', async () => {
    const first = await sendLarge('/tables-import', [
      ['table', 'imported'],
      ['file', FILE],
      ['csv', ''],
      ['action', 'file'],
    ])
    expect(first.status).toBe(200)
    expect(first.text).toContain('Import 201 lines')
    const mapping = filled(first.text, 'import', { 'column-3': '' })
    expect(mapping.filter(([name]) => name.startsWith('column-')).map(([, value]) => value)).toEqual([
      'full_name',
      'email',
      // Many companies share a site, and a page on it is no domain.
      'website',
      '',
    ])
    const done = await sendLarge('/tables-import', mapping)
    expect(done.text).toContain('Lines that were written: 200 of 201.')
    // Two lines for each person, after the first line.
    expect(done.text).toMatch(/<th scope="row"[^>]*>402<\/th>/)
    const written = await rows('imported')
    expect(written).toHaveLength(200)
    expect(written[0]).not.toHaveProperty('internal_note')
  })

  it('keeps the file and the columns when the table refuses them', async () => {
    const mapping = filled(
      (
        await sendLarge('/tables-import', [
          ['table', 'Not A Name'],
          ['csv', 'email\na@example.com\n'],
          ['action', 'file'],
        ])
      ).text,
      'import',
      { 'column-0': 'address' },
    )
    const refused = await sendLarge('/tables-import', mapping)
    expect(refused.text).toContain('class="notice bad"')
    expect(servedForm(refused.text, 'form-import')).toEqual(mapping)
  })

  it.each([
    ['', 'needs a line'],
    ['email\n', 'needs a line'],
    ['email\n"open\n', 'unclosed quotation mark'],
  ])('states what is wrong with %j', async (csv, reason) => {
    const refused = await sendLarge('/tables-import', [
      ['table', 'leads'],
      ['csv', csv],
      ['action', 'file'],
    ])
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(reason)])
  })

  it('is refused from another site, and when it is larger than a file may be', async () => {
    const fields: Fields = [
      ['table', 'leads'],
      ['csv', 'email\na@example.com\n'],
      ['action', 'file'],
    ]
    expect((await sendLarge('/tables-import', fields, 'https://evil.example')).status).toBe(403)
    expect((await sendLarge('/tables-import', [['csv', 'x'.repeat(1_200_000)]])).status).toBe(413)
  })
})

describe('a file that a spreadsheet saved', () => {
  const sendFile = async (bytes: Uint8Array<ArrayBuffer>, table: string) => {
    const body = new FormData()
    body.append('table', table)
    body.append('file', new Blob([bytes]), 'contacts')
    body.append('action', 'file')
    const answer = await fetch(pageUrl('/tables-import'), {
      method: 'POST',
      body,
      headers: { Cookie: cookie, Origin: service.url },
    })
    return answer.text()
  }

  it('shows how it was read and which lines do not fit, and is read again as the person states', async () => {
    const text = await sendFile(
      Uint8Array.from(Buffer.from('Name;E-Mail\nZo\xeb;zoe@example.com\nKim\n', 'latin1')),
      'read',
    )
    expect(text).toContain('CSV, semicolons, windows-1252, column names in line 1')
    expect(text).toContain('has 1 cell, and the header 2 columns')
    const again = await sendLarge('/tables-import', filled(text, 'file', { encoding: 'iso-8859-2', header_line: '2' }))
    expect(again.text).toContain('CSV, semicolons, iso-8859-2, column names in line 2')
    const done = await sendLarge('/tables-import', filled(text, 'import'))
    expect(done.text).toContain('Lines that were written: 1 of 2.')
    expect(await rows('read')).toMatchObject([{ full_name: 'Zoë', email: 'zoe@example.com' }])
  })

  it('offers what its columns became the last time', async () => {
    const file = Uint8Array.from(Buffer.from('Kennung,E-Mail\n7,ada@example.com\n'))
    const mapping = filled(await sendFile(file, 'kept'), 'import', { 'column-0': 'kennung', 'column-1': 'work_email' })
    await sendLarge('/tables-import', mapping)
    const offered = filled(await sendFile(file, 'other'), 'import').filter(([name]) => name.startsWith('column-'))
    expect(offered.map(([, value]) => value)).toEqual(['kennung', 'work_email'])
  })

  it('keeps the choice of fields when two columns would become one', async () => {
    const mapping = filled(await sendFile(Uint8Array.from(Buffer.from('a,b\n1,2\n')), 'twice'), 'import', {
      'column-0': 'email',
      'column-1': 'email',
    })
    const refused = await sendLarge('/tables-import', mapping)
    expect(refused.text).toContain('Two columns become email.')
    expect(servedForm(refused.text, 'form-import')).toEqual(mapping)
  })
})

describe('a result', () => {
  const path = '/catalog/capabilities/person.search'
  const ran = async (into: string) => browser.post(pageUrl(path), filled(await textOf(path), 'run', { into }))

  it('becomes rows of a table, and a table that does not exist is reported next to its field', async () => {
    await api.post('/v1/tables', { name: 'found' })
    expect((await ran('found')).status).toBe(303)
    await until(
      () => rows('found'),
      ({ length }) => length > 0,
    )
    const refused = await ran('nowhere')
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('run-into-fault')])
  })

  it('of a send becomes none', async () => {
    expect(filled(await textOf('/catalog/capabilities/email.send'), 'run').map(([name]) => name)).not.toContain('into')
  })
})

describe('an enrichment of rows', () => {
  it('goes the way of a job: what it costs is shown before a ceiling and a button start it', async () => {
    await api.post('/v1/tables/leads/rows', {
      status: 'new',
      rows: Array.from({ length: 3 }, (_, n) => ({ email: `lead-${n}@example.com`, company: 'Engines' })),
    })
    await api.post('/v1/tables/leads/rows', { status: 'old', rows: [{ email: 'old@example.com' }] })
    const page = await textOf('/tables-enrich?table=leads&status=new&capability=person.enrich')
    const link = /id="to-estimate" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const url = new URL(link, service.url).href
    const mapping = (await browser.get(url)).text
    expect(servedForm(mapping, 'form-estimate')).toContainEqual(['column.input.email', 'email'])
    const estimated = await browser.post(url, filled(mapping, 'estimate'))
    expect(estimated.text).toMatch(/<dt>Rows that run<\/dt><dd>3<\/dd>/)
    expect((await api.get('/v1/runs?capability=person.enrich')).at('items')).toEqual([])
    const started = await browser.post(url, filled(estimated.text, 'start'))
    expect([started.status, started.headers.get('location')]).toEqual([303, expect.stringMatching(/\/jobs\/job_/)])
  })

  it('is no form: a request that an older page sends starts nothing', async () => {
    const sent = await browser.post(pageUrl('/tables-enrich?table=leads&capability=person.enrich'), [
      ['action', 'enrich'],
      ['rows', '10'],
      ['input-email', 'email'],
    ])
    expect(sent.status).toBeGreaterThanOrEqual(400)
  })
})
