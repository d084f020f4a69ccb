import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm, servedText } from '../../support/html-form.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { confirmAddress } from '../../support/mail-links.ts'
import { enter, signUpPerson } from './person.ts'
import { inviteViewer, sendForm, sendServed } from './send-form.ts'

let service: TestService
let person: Awaited<ReturnType<typeof signUpPerson>>
let browser: Browser
let api: HttpClient
beforeAll(async () => {
  service = await startTestService()
  person = await signUpPerson(service.url, 'Engines')
  await confirmAddress(service)
  browser = await enter(openBrowser(), service.url, person)
  api = httpClient(service.url, person.testKey)
})
afterAll(() => service.stop())

const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`

/** Sends the file as a browser does. */
async function upload(
  file: Blob,
  path = '/dashboard/test/jobs/new',
): Promise<{ status: number; location: string; text: string }> {
  const body = new FormData()
  body.append('file', file, 'people.csv')
  body.append('action', 'file')
  const answer = await fetch(new URL(path, service.url), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { Cookie: browser.cookies.map((set) => set.split(';')[0]).join('; '), Origin: service.url },
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

const csv = (...lines: readonly string[]): Blob => new Blob([lines.map((line) => `${line}\n`).join('')])
const FILE = csv(
  'Name,Email Address',
  ...['ada', 'robin+no-match', 'kim', 'sam'].map((name, n) => `${name},${name}@company${n}.example.com`),
  'no address,',
)

/** The page that maps an uploaded file to a capability. */
async function mappingOf(file: Blob): Promise<string> {
  const { status, location } = await upload(file)
  expect(status).toBe(303)
  return `${new URL(location, service.url).href}&capability=contact.verify`
}

const settled = (id: string) => api.get(`/v1/jobs/${id}?wait=60`)

/** A job that a person has started on the pages. */
async function started(file: Blob, changed: Readonly<Record<string, string>>): Promise<string> {
  const url = await mappingOf(file)
  const estimated = await sendForm(browser, url, { form: 'estimate', changed })
  const sent = await sendServed(browser, url, { page: estimated.text, form: 'start' })
  expect([sent.status, sent.text]).toEqual([303, expect.anything()])
  const id = /\/jobs\/(job_\w+)$/.exec(sent.headers.get('location') ?? '')?.[1] ?? ''
  await settled(id)
  return id
}

const jobPage = async (id: string, query = ''): Promise<string> =>
  (await browser.get(pageUrl(`/jobs/${id}${query}`))).text
const press = (id: string, form: string, changed = {}) => sendForm(browser, pageUrl(`/jobs/${id}`), { form, changed })

describe('a job on the pages', () => {
  it('is uploaded, mapped, estimated, piloted, approved and downloaded', async () => {
    const url = await mappingOf(FILE)
    const mapping = (await browser.get(url)).text
    expect(servedForm(mapping, 'form-estimate')).toContainEqual(['column.input.email', 'Email Address'])
    const estimated = await sendForm(browser, url, { form: 'estimate', changed: { pilot: '2' } })
    expect(estimated.text).toMatch(/<dt>Rows that run<\/dt><dd>4<\/dd>/)
    expect(servedText(estimated.text, 'invalid')).toContain('email')
    // The form keeps what was sent, and nothing has been made.
    expect(servedForm(estimated.text, 'form-estimate')).toContainEqual(['pilot', '2'])
    expect((await api.get('/v1/jobs')).at('items')).toEqual([])
    const start = { page: estimated.text, form: 'start' }
    const first = await sendServed(browser, url, start)
    const second = await sendServed(browser, url, start)
    expect([first.status, second.headers.get('location')]).toEqual([303, first.headers.get('location')])
    const id = (first.headers.get('location') ?? '').split('/').at(-1) ?? ''

    await settled(id)
    const piloted = await jobPage(id)
    expect(servedText(piloted, 'job-status')).toBe('awaiting approval pilot finished')
    expect(servedText(piloted, 'row-1')).toMatch(/found.*ada@company0.*status: valid/s)
    expect(piloted).toContain('Expected for all rows, by those so far')
    expect(servedText(piloted, 'row-2')).toContain('missed')
    expect(servedText(piloted, 'row-5')).toContain('invalid')
    expect((await press(id, 'approve')).status).toBe(303)
    await settled(id)

    const ended = await jobPage(id, '?outcome=found')
    expect(ended).toMatch(/<dd>5 of 5<\/dd>.*<dt>Found<\/dt><dd>3<\/dd>.*<dt>Cost of each found row<\/dt><dd>\$0\.\d+/s)
    expect([servedText(ended, 'row-4'), servedText(ended, 'row-2')]).toEqual([expect.stringContaining('sam'), null])
    const file = await browser.get(pageUrl(`/jobs/${id}/results?format=csv`))
    expect(file.headers.get('content-disposition')).toContain(`${id}.csv`)
    expect(file.text.trim().split('\n')).toHaveLength(6)
    const lines = await browser.get(pageUrl(`/jobs/${id}/results?format=jsonl`))
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row),
    ).toEqual([1, 2, 3, 4, 5])
    expect((await browser.get(pageUrl('/jobs?status=cancelled'))).text).toContain('No job has this status.')
    expect(servedText((await browser.get(pageUrl('/jobs'))).text, id)).toMatch(/5 of 5.*3 found.*\$0\.\d+/s)
  })

  it('that its ceiling has paused continues when the ceiling is raised', async () => {
    const id = await started(FILE, { pilot: '0', approve: 'auto', ceiling: '0.000001' })
    expect(await jobPage(id)).toContain('raise the ceiling, then resume the job')
    const wrong = await press(id, 'edit', { ceiling: 'a lot' })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('edit-ceiling-fault')])
    expect((await press(id, 'edit', { ceiling: '5.00' })).status).toBe(303)
    expect((await settled(id)).at('status')).toBe('succeeded')
  })

  it('is cancelled after a confirmation', async () => {
    const id = await started(FILE, { pilot: '1' })
    const sent = await sendForm(browser, pageUrl(`/jobs/${id}/cancel`), { form: 'cancel' })
    expect([sent.status, (await settled(id)).at('status')]).toEqual([303, 'cancelled'])
    // Another person had the page open.
    expect((await browser.post(pageUrl(`/jobs/${id}`), [['action', 'resume']])).text).toContain('it is cancelled')
  })

  it('runs its failed rows again as a new job', async () => {
    const id = await started(csv('email', 'ada@company.example.com', 'kim+error@company.example.com'), {
      approve: 'auto',
    })
    const retried = await press(id, 'retry')
    const next = (retried.headers.get('location') ?? '').split('/').at(-1) ?? ''
    expect([retried.status, next]).toEqual([303, expect.stringMatching(/^job_/)])
    expect(await jobPage(next)).toContain(id)
    expect(await jobPage(id)).toContain(`id="retried-by" href="/dashboard/test/jobs/${next}"`)
  })

  it('takes rows of a table, and writes into them', async () => {
    await api.post('/v1/features', { tables: true })
    await api.post('/v1/tables/leads/rows', { rows: [{ email: 'ada@example.com' }, { email: 'kim@example.com' }] })
    const chosen = await sendForm(browser, pageUrl('/jobs/new'), { form: 'table' })
    const url = `${new URL(chosen.headers.get('location') ?? '', service.url).href}&capability=person.enrich`
    const estimated = await sendForm(browser, url, { form: 'estimate', changed: { limit: '1', approve: 'auto' } })
    const sent = await sendServed(browser, url, { page: estimated.text, form: 'start' })
    await settled((sent.headers.get('location') ?? '').split('/').at(-1) ?? '')
    const { body } = await api.get('/v1/tables/leads/rows')
    expect(Object(body).items.filter((row: object) => 'full_name' in row)).toHaveLength(1)
  })
})

/** The request of the job that the form of the mapping starts. */
async function requested(url: string, changed: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const estimated = await sendForm(browser, url, { form: 'estimate', changed })
  const sent = await sendServed(browser, url, { page: estimated.text, form: 'start' })
  expect([sent.status, sent.text]).toEqual([303, expect.anything()])
  return settled((sent.headers.get('location') ?? '').split('/').at(-1) ?? '')
}

const sourceUrl = async (file: Blob): Promise<string> => new URL((await upload(file)).location, service.url).href
const ONE_STEP = { pilot: '0', approve: 'auto' }

describe('the form of a new job', () => {
  it('takes numbers of a file, constants, routing and metadata', async () => {
    const url = `${await sourceUrl(csv('topic,how many', 'durable workflows,3'))}&capability=web.search`
    const job = await requested(url, {
      ...ONE_STEP,
      'column.input.query': 'topic',
      'column.input.limit': 'how many',
      'input.country': 'us',
      'routing.strategy': 'fastest',
      'routing.max_cost': '0.50',
      metadata: 'customer=acme\ncampaign=2026-11',
    })
    expect(job.body).toMatchObject({
      request: {
        input: { query: '{{"topic"}}', limit: '{{"how many"}}', country: 'us' },
        routing: { strategy: 'fastest', max_cost: '0.50' },
      },
      metadata: { customer: 'acme', campaign: '2026-11' },
      progress: { found: 1 },
    })
  })

  it('takes an endpoint of a provider, whose page leads there', async () => {
    const page = pageUrl(`/catalog/endpoint?${new URLSearchParams({ provider: 'sec', endpoint: ENDPOINT }).toString()}`)
    const link = linkOf((await browser.get(page)).text, 'to-job')
    const file = await upload(csv('cik', '0000320193'), link)
    const url = new URL(file.location, service.url).href
    const job = await requested(url, ONE_STEP)
    expect(job.body).toMatchObject({
      request: { provider: 'sec', path: { cik: '{{"cik"}}' } },
      progress: { found: 1 },
    })
  })

  it('takes the rows of a filter, from the page of the table', async () => {
    await api.post('/v1/features', { tables: true })
    const rows = ['ada', 'kim', 'sam'].map((name, score) => ({ email: `${name}@example.org`, score }))
    await api.post('/v1/tables/scored/rows', { rows })
    const filtered = pageUrl('/tables/scored?field=score&op=gte&value=1')
    const link = linkOf((await browser.get(filtered)).text, 'to-job')
    const url = `${new URL(link, service.url).href}&capability=contact.verify`
    const shown = (await browser.get(url)).text
    expect(shown).toMatch(/<dt>Rows that match<\/dt><dd>2<\/dd>/)
    const sample = shown.slice(shown.indexOf('Some rows'), shown.indexOf('Only some rows'))
    expect([sample.includes('kim@example.org'), sample.includes('ada@example.org')]).toEqual([true, false])
    const estimated = await sendForm(browser, url, { form: 'estimate', changed: { save: 'no' } })
    expect(estimated.text).toMatch(/<dt>Rows<\/dt><dd>2<\/dd>/)
    const job = await requested(url, { ...ONE_STEP, save: 'no' })
    expect(job.body).toMatchObject({
      request: { rows: { table: 'scored', where: { score: { gte: '1' } } } },
      progress: { rows: 2 },
    })
    expect((await browser.get(pageUrl('/tables/scored'))).text).toContain('Run on all rows')
  })
})

const ENDPOINT = 'GET /submissions/CIK{cik}.json'
const linkOf = (page: string, id: string): string =>
  (new RegExp(`id="${id}" href="([^"]+)"`).exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

describe('a new job', () => {
  it.each([
    ['without a row', csv('email'), 'has no row'],
    ['of which no line fits', csv('email,name', 'kim'), 'Line 2 of the file'],
    ['that is not UTF-8', new Blob(['é-mail\n', new Uint8Array([0xe9, 0x0a])]), 'is not valid UTF-8 in line 2'],
    ['that is empty', new Blob([]), 'Choose a file'],
  ])('refuses a file %s', async (_, file, message) => {
    const { status, text } = await upload(file)
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })

  it('shows what is wrong with a term at its field, and deletes a file', async () => {
    const url = await mappingOf(FILE)
    const refused = await sendForm(browser, url, { form: 'estimate', changed: { pilot: 'some', ceiling: '-1' } })
    expect(refused.status).toBe(400)
    for (const fault of ['estimate-pilot-fault', 'estimate-ceiling-fault']) expect(refused.text).toContain(fault)
    expect((await sendForm(browser, url, { form: 'delete-upload' })).status).toBe(303)
    expect((await browser.get(url)).status).toBe(404)
  })

  it('is not offered to a person who may only look', async () => {
    const viewer = await inviteViewer(service, person)
    expect((await viewer.get(pageUrl('/jobs/new'))).text).toContain('and create none')
    expect((await viewer.get(pageUrl('/jobs'))).text).not.toContain('/jobs/new')
  })
})
