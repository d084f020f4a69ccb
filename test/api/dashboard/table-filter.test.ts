import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm, servedText } from '../../support/html-form.ts'
import { httpClient, type HttpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { importCsv } from '../http/rows/rows-client.ts'
import { enter, signUpPerson } from './person.ts'

let service: TestService
let browser: Browser
let api: HttpClient
beforeAll(async () => {
  service = await startTestService()
  const person = await signUpPerson(service.url, 'Engines')
  browser = await enter(openBrowser(), service.url, person)
  api = httpClient(service.url, person.testKey)
  await api.post('/v1/features', { tables: true })
})
afterAll(() => service.stop())

const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`
const textOf = async (path: string): Promise<string> => (await browser.get(pageUrl(path))).text

describe('the timeline of a row', () => {
  const timeline = async (table: string, key: string): Promise<string[]> => {
    const text = await textOf(`/tables/${table}/rows/${encodeURIComponent(key)}`)
    const list = /<ol class="timeline">(.*?)<\/ol>/s.exec(text)?.[1] ?? ''
    return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, entry = '']) =>
      entry
        .replaceAll(/<time.*?<\/time>|<[^>]*>/gs, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  }

  it('has what the row, its runs, its messages and its person did, newest first, and nothing of others', async () => {
    const email = 'lin@example.net'
    await api.post('/v1/tables/known/rows', {
      rows: [{ email, full_name: 'Lin' }, { email: 'xlin@example.net' }, { email: 'quiet@example.net' }],
    })
    await api.post('/v1/run', { capability: 'contact.verify', input: { email } })
    await api.post('/v1/run', {
      capability: 'person.enrich',
      input: { email },
      record: { table: 'known', key: email, save: 'all' },
    })
    const sent = await api.post('/v1/run', {
      capability: 'email.send',
      input: { to: email, subject: 'A demo', text: 'Here it is.' },
      response: { include_raw: true },
    })
    const [, link = ''] = /<(https?:[^>]+)>/.exec(String(sent.at('result', 'raw', 'headers', 'List-Unsubscribe'))) ?? []
    await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    const entries = await timeline('known', email)
    expect(entries).toEqual([
      'unsubscribed They unsubscribed.',
      expect.stringMatching(/^contacted A message by email: email\.send \.$/),
      expect.stringMatching(/^enriched Run person\.enrich saved company, education, [^$]+ for \$[\d.]+\.$/),
      expect.stringMatching(/^succeeded contact\.verify was run for it, by sandbox-\w+ for \$[\d.]+\.$/),
      'row Added over the API.',
    ])
    expect(await timeline('known', 'quiet@example.net')).toEqual(['row Added over the API.'])
    expect(await timeline('known', 'xlin@example.net')).toEqual(['row Added over the API.'])
  })

  it('states what caused each change, and links its run', async () => {
    const email = 'kim@example.net'
    await importCsv(api, 'changed', `email,title\n${email},CTO\n`)
    const path = `/tables/changed/rows/${encodeURIComponent(email)}`
    const edited = (servedForm(await textOf(path), 'form-edit') ?? []).map(([name, value]): [string, string] => [
      name,
      name === 'cell-title' ? 'CEO' : name === 'cell-status' ? 'new' : value,
    ])
    expect((await browser.post(pageUrl(path), edited)).status).toBe(303)
    await api.patch('/v1/tables/changed/rows', { keys: [email], set: { city: 'Paris' } })
    const run = await api.post('/v1/run', {
      capability: 'contact.verify',
      input: { email },
      record: { table: 'changed', key: email, save: { status: 'mail_is' } },
    })
    await importCsv(api, 'changed', `email,title\n${email},CFO\n`)
    expect(await timeline('changed', email)).toEqual([
      'row Imported again: title.',
      expect.stringMatching(/^enriched Run contact\.verify saved mail_is for \$[\d.]+\.$/),
      'row Changed over the API: city.',
      'row Edited: title, status.',
      'row Imported.',
    ])
    expect(await textOf(path)).toMatch(new RegExp(`Run <a href="[^"]+${String(run.at('run_id'))}">contact.verify</a>`))
    const changes = await api.get(`/v1${path}/changes`)
    expect(changes.at('items', '3')).toMatchObject({ cause: 'edit', by: expect.stringMatching(/^usr_/) })
  })
})

describe('the filter of a table', () => {
  const BUILT = new URLSearchParams({
    status: 'new',
    field: 'score',
    op: 'gte',
    value: '10',
    'field-2': 'score',
    'op-2': 'lt',
    'value-2': '20',
    'field-3': 'tags',
    'op-3': 'contains',
    'value-3': 'a',
    order: '-score',
  }).toString()
  beforeAll(async () => {
    await api.post('/v1/tables/filtered/rows', {
      rows: Array.from({ length: 60 }, (_, n) => ({
        email: `f-${n}@example.com`,
        score: n,
        tags: n % 2 === 0 ? ['a'] : ['b'],
        customer: n > 30,
        status: n % 4 === 0 ? 'new' : 'lost',
      })),
    })
  })

  const KEYS = ['f-16@example.com', 'f-12@example.com']
  const keysIn = (text: string): string[] =>
    [...text.matchAll(/rows\/(f-\d+)%40example\.com"/g)].map(([, key = '']) => `${key}@example.com`)

  it('has several conditions, which must all hold, and whose lines are shown again', async () => {
    const text = await textOf(`/tables/filtered?${BUILT}`)
    expect(keysIn(text)).toEqual(KEYS)
    expect(servedText(text, 'filter-op-3')).toMatch(/^containsis there/)
    expect(text.match(/class="condition"/g)).toHaveLength(3)
    // One more line without a script: the button sends the form with the number of lines.
    const more = await textOf(`/tables/filtered?${BUILT}&conditions=4`)
    expect([more.match(/class="condition"/g)?.length, keysIn(more)]).toEqual([4, KEYS])
    // Without its second condition, as the link next to it leads.
    const [, without = ''] = /href="([^"]+)" aria-label="Remove: Condition 2"/.exec(text) ?? []
    const fewer = (await browser.get(`${service.url}${without.replaceAll('&amp;', '&')}`)).text
    expect(keysIn(fewer)).toHaveLength(12)
  })

  it('takes several values, compares booleans as such, and states at the value what is wrong', async () => {
    expect(
      keysIn(await textOf('/tables/filtered?field=score&op=in&value=1,+2&field-2=customer&op-2=eq&value-2=false')),
    ).toEqual(['f-1@example.com', 'f-2@example.com'].toReversed())
    const wrong = await textOf('/tables/filtered?field=score&op=eq&value=1&field-2=next_at&op-2=lt&value-2=soon')
    expect(servedText(wrong, 'filter-value-2-fault')).toContain('relative to now')
    const twice = await textOf('/tables/filtered?field=score&op=ne&value=1&field-2=score&op-2=ne&value-2=2')
    expect(servedText(twice, 'filter-value-2-fault')).toContain('is none of')
  })

  it('is what is downloaded, as the route answers it', async () => {
    const file = await browser.get(pageUrl(`/tables/filtered/export?${BUILT}`))
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="filtered.csv"',
    ])
    // It is sent while it is read, so its length is not known.
    expect(file.headers.get('content-length')).toBeNull()
    expect(
      file.text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(KEYS)
    expect((await browser.get(pageUrl('/tables/filtered/export'))).text).toBe(
      (await api.get('/v1/tables/filtered/export.csv')).text,
    )
    expect(await textOf('/tables/filtered')).toContain('Download all rows as CSV')
  })

  it('is downloaded by people of the workspace alone, and by no form', async () => {
    const path = pageUrl('/tables/filtered/export')
    const outsider = await openBrowser().get(path)
    expect([outsider.status, outsider.headers.get('location')]).toEqual([303, expect.stringContaining('/sign-in?to=')])
    const outsiders = await signUpPerson(service.url, 'Outsiders')
    await httpClient(service.url, outsiders.testKey).post('/v1/features', { tables: true })
    const other = await enter(openBrowser(), service.url, outsiders)
    const refused = await other.get(path)
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([404, null])
    expect((await browser.get(`${service.url}/dashboard/live/tables/filtered/export`)).status).toBe(404)
    expect((await browser.post(path, [['action', 'export']])).status).toBe(405)
  })

  it('is what is deleted, after a confirmation that counts the rows, and never an entire table', async () => {
    for (const [from, length] of [
      [0, 500],
      [500, 20],
    ] as const)
      await api.post('/v1/tables/deleted/rows', {
        rows: Array.from({ length }, (_, n) => ({ email: `d-${from + n}@example.com`, score: from + n })),
      })
    const path = '/tables/deleted/delete-rows'
    expect((await browser.get(pageUrl(path))).status).toBe(400)
    expect((await browser.get(pageUrl(`${path}?field=score&op=gt&value=900`))).status).toBe(404)
    const below = `${path}?field=score&op=lt&value=5`
    const page = await textOf(below)
    expect(page).toContain('Delete these 5 rows')
    const form = servedForm(page, 'form-delete') ?? []
    // A row that comes later is not deleted unseen, and the same form again deletes nothing more.
    await api.post('/v1/tables/deleted/rows', { rows: [{ email: 'late@example.com', score: 0 }] })
    for (const _ of ['first', 'again'])
      expect((await browser.post(pageUrl(below), form)).text).toContain('Deleted: 5 rows.')
    expect((await api.get('/v1/tables/deleted')).at('rows')).toBe(516)
    const many = `${path}?field=score&op=gte&value=0`
    const first = await browser.post(pageUrl(many), servedForm(await textOf(many), 'form-delete') ?? [])
    expect(first.text).toContain('Delete the next ones')
    const last = await browser.post(pageUrl(many), servedForm(await textOf(many), 'form-delete') ?? [])
    expect([last.text.includes('Deleted: 16 rows.'), last.text.includes('Delete the next ones')]).toEqual([true, false])
    expect((await api.get('/v1/tables/deleted')).at('rows')).toBe(0)
  })
})
