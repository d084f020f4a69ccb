import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { servedForm, servedText } from '../../support/html-form.ts'
import { sampled } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { enter, signUpPerson } from './person.ts'

let service: TestService
let api: HttpClient
let browser: Browser
beforeAll(async () => {
  service = await startTestService()
  const person = await signUpPerson(service.url, 'Run forms')
  api = httpClient(service.url, person.testKey)
  browser = await enter(openBrowser(), service.url, person)
})
afterAll(() => service.stop())

const capabilityPath = (slug: string, query = ''): string => `/dashboard/test/catalog/capabilities/${slug}${query}`
const endpointPath = (provider: string, endpoint: string): string =>
  `/dashboard/test/catalog/endpoint?${new URLSearchParams({ provider, endpoint }).toString()}`

type Fields = readonly (readonly [string, string])[]
/** The form of a page as it was served, with some values changed. */
async function formOf(path: string, changed: Readonly<Record<string, string>> = {}): Promise<Fields> {
  const page = await browser.get(`${service.url}${path}`)
  const form = servedForm(page.text, 'form-run')
  if (form === null) throw new Error(`${path} has no form that runs it: ${page.status}`)
  return form.map(([name, value]) => [name, changed[name] ?? value])
}
const send = (path: string, form: Fields) => browser.post(`${service.url}${path}`, form)

/** Sends the form, and answers the id of the run to whose page it leads. */
async function started(path: string, changed: Readonly<Record<string, string>> = {}): Promise<string> {
  const sent = await send(path, await formOf(path, changed))
  const to = /^\/dashboard\/test\/runs\/(run_\w+)$/.exec(sent.headers.get('location') ?? '')
  if (sent.status !== 303 || to?.[1] === undefined) throw new Error(`${path}: ${sent.status} ${sent.text}`)
  return to[1]
}

const inputOn = async (runId: string): Promise<unknown> => {
  const page = await browser.get(`${service.url}/dashboard/test/runs/${runId}`)
  return JSON.parse(servedText(page.text, 'json-input') ?? 'null')
}

describe('the page of a capability', () => {
  it.each(sampled(CAPABILITIES, 13).map((one) => [one.slug, one] as const))(
    'runs %s with the example that is in its form',
    async (slug, { exampleInput }) => {
      const run = await api.get(`/v1/runs/${await started(capabilityPath(slug))}?wait=30`)
      expect(run.body).toMatchObject({ capability: slug, environment: 'test' })
      expect(['succeeded', 'blocked']).toContain(run.at('status'))
      expect(await inputOn(String(run.at('run_id')))).toEqual(exampleInput)
    },
  )

  it('leads to the page of the run, which shows the waterfall while it continues and offers to run it again', async () => {
    const path = capabilityPath('contact.find')
    const runId = await started(path, { 'input.full_name': 'Ada +fallback+slow-1', 'routing.max_cost': '0.50' })
    const page = () => browser.get(`${service.url}/dashboard/test/runs/${runId}`)
    await until(
      page,
      ({ text }) => text.includes('2. sandbox-beta') && text.includes('data-announced="Run: succeeded."'),
    )
    const again = /href="([^"]+)">Run again<\/a>/.exec((await page()).text)?.[1] ?? ''
    const form = new Map(await formOf(again))
    expect([form.get('input.full_name'), form.get('input.domain')]).toEqual(['Ada +fallback+slow-1', 'example.com'])
  })

  it('offers to follow up in the thread when a second first message is refused, which then goes out', async () => {
    expect((await api.post('/v1/features', { tables: true })).status).toBe(200)
    const path = capabilityPath('email.send')
    const to = { 'input.to': 'robin.followup@example.com' }
    const first = await api.get(`/v1/runs/${await started(path, to)}?wait=30`)
    const refused = await started(path, to)
    expect((await api.get(`/v1/runs/${refused}?wait=30`)).at('error', 'code')).toBe('repeat_touch')
    const page = await browser.get(`${service.url}/dashboard/test/runs/${refused}`)
    const href = /href="([^"]+)">Follow up in the thread<\/a>/.exec(page.text)?.[1] ?? ''
    const form = await formOf(href.replaceAll('&amp;', '&'))
    expect(new Map(form).get('input.in_reply_to')).toBe(first.at('result', 'message_id'))
    const [, followUp] = /(run_\w+)$/.exec((await send(path, form)).headers.get('location') ?? '') ?? []
    expect((await api.get(`/v1/runs/${followUp}?wait=30`)).at('status')).toBe('succeeded')
  })

  it('starts one run, however often its button is pressed', async () => {
    const path = capabilityPath('contact.verify')
    const form = await formOf(path)
    const [first, second] = await Promise.all([send(path, form), send(path, form)])
    expect(first.headers.get('location')).toMatch(/\/runs\/run_/)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
  })

  it('shows what is wrong next to the field, and keeps what was entered', async () => {
    const path = capabilityPath('person.search')
    const refused = await send(path, await formOf(path, { 'input.titles': 'CTO\nCEO', 'input.limit': 'many' }))
    expect(refused.status).toBe(400)
    expect(servedText(refused.text, 'run-input.limit-fault')).toBe('Limit must be a whole number.')
    expect(new Map(servedForm(refused.text, 'form-run')).get('input.titles')).toBe('CTO\nCEO')
  })

  it('takes lists by lines, numbers and choices, and leaves out what is empty', async () => {
    const path = capabilityPath('person.search')
    const blank = Object.fromEntries(
      (await formOf(path)).flatMap(([name]) => (name.startsWith('input.') ? [[name, '']] : [])),
    )
    const runId = await started(path, { ...blank, 'input.titles': ' CTO \n\nHead of "R&D" <x>', 'input.limit': '3' })
    expect(await inputOn(runId)).toEqual({ titles: ['CTO', 'Head of "R&D" <x>'], limit: 3 })
  })

  it('has an empty form for real money, and none where nothing can be run', async () => {
    const live = await browser.get(`${service.url}${capabilityPath('contact.find').replace('/test/', '/live/')}`)
    const form = servedForm(live.text, 'form-run')
    expect(
      form === null || form.filter(([name, value]) => name.startsWith('input.') && value !== '').length === 0,
    ).toBe(true)
    expect(form === null).toBe(live.text.includes('It cannot be run'))
  })

  it('refuses a form of another site', async () => {
    const path = capabilityPath('contact.find')
    const foreign = await browser.post(`${service.url}${path}`, await formOf(path), { Origin: 'https://example.org' })
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('sent from another site')])
  })
})

const partsOf = (example: unknown): Readonly<Record<string, unknown>> =>
  typeof example === 'object' && example !== null ? { ...example } : {}
const endpoints = loadCatalog()
  .all()
  .map(({ provider, method, endpoint }) => [provider, `${method} ${endpoint}`] as const)

/** What the wallet of a new workspace has in the sandbox. */
const SANDBOX_USD = 1_000

describe('the page of an endpoint', () => {
  it.each(sampled(endpoints, 12))(
    'calls %s %s with the example that is in its form, where it can be called',
    async (provider, endpoint) => {
      const path = endpointPath(provider, endpoint)
      const page = await browser.get(`${service.url}${path}`)
      const inspected = await api.post('/v1/inspect', { provider, endpoint })
      expect(servedForm(page.text, 'form-run') === null).toBe(inspected.at('run') === null)
      if (inspected.at('run') === null) return
      const run = await api.get(
        `/v1/runs/${await started(path, { 'routing.allow_unchecked_recipients': 'yes' })}?wait=30`,
      )
      // A few take more than the sandbox's wallet has: then the page's run reports it.
      const isTooMuch = Number(run.at('error', 'required') ?? 0) > SANDBOX_USD
      expect(run.at('error', 'code') ?? run.at('status')).toBe(isTooMuch ? 'insufficient_balance' : 'succeeded')
      if (isTooMuch) return
      const shown = (await browser.get(`${service.url}/dashboard/test/runs/${String(run.at('run_id'))}`)).text
      const part = (name: string): unknown => JSON.parse(servedText(shown, `json-${name}`) ?? '{}')
      const { input = {}, path: inPath = {}, query = {} } = partsOf(inspected.at('example'))
      // The input of an endpoint without a body is its query.
      const expected =
        inspected.at('input', 'body') === null ? [{}, { ...partsOf(query), ...partsOf(input) }] : [input, query]
      expect([part('path'), part('input'), part('query')]).toEqual([inPath, ...expected])
    },
  )

  it('calls it with the values in its path, its query and its body', async () => {
    const path = endpointPath('apify', 'POST /v2/actors/{actorId}/runs')
    const runId = await started(path, {
      'path.actorId': 'apify~instagram-scraper',
      'query.memory': '512',
      'input.*': '{"search": "shoes", "id": 12345678901234567890}',
      'routing.max_cost': '1.00',
    })
    const page = await browser.get(`${service.url}/dashboard/test/runs/${runId}`)
    expect(JSON.parse(servedText(page.text, 'json-path') ?? '')).toEqual({ actorId: 'apify~instagram-scraper' })
    expect(JSON.parse(servedText(page.text, 'json-query') ?? '')).toMatchObject({ memory: 512 })
    expect(servedText(page.text, 'json-input')).toContain('12345678901234567890')
  })

  it('states that JSON is needed where it is', async () => {
    const path = endpointPath('apify', 'POST /v2/actors/{actorId}/runs')
    const refused = await send(path, await formOf(path, { 'input.*': '{"search"' }))
    expect(refused.status).toBe(400)
    expect(servedText(refused.text, 'run-input.*-fault')).toMatch(/must be JSON\.$/)
  })
})

describe('the samples of other ways to call', () => {
  it('have the request of the example, and of a run that is run again', async () => {
    const { text } = await browser.get(`${service.url}${capabilityPath('contact.verify')}`)
    const { exampleInput } = CAPABILITIES.find(({ slug }) => slug === 'contact.verify') ?? {}
    const body = { capability: 'contact.verify', input: exampleInput }
    expect(await argumentsOf(servedText(text, 'sample-curl') ?? '')).toEqual([
      `${service.url}/v1/run`,
      '-H',
      'Authorization: Bearer the key',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body, null, 2),
    ])
    const typeScript = servedText(text, 'sample-typescript')
    expect(typeScript?.replaceAll('\n  ', '\n')).toContain(`body: JSON.stringify(${JSON.stringify(body, null, 2)})`)
    expect(text).not.toMatch(/routed-data-client|sample-command-line/)
    const again = await started(capabilityPath('contact.find'), { 'input.full_name': "Ada O'Brien" })
    const { text: repeated } = await browser.get(`${service.url}${capabilityPath('contact.find', `?again=${again}`)}`)
    expect((await argumentsOf(servedText(repeated, 'sample-curl') ?? '')).at(-1)).toContain(`"Ada O'Brien"`)
    expect(servedText(repeated, 'sample-python')).toContain(`"full_name": "Ada O'Brien",\n`)
  })
})

/** The arguments with which a shell would call curl. */
async function argumentsOf(sample: string): Promise<string[]> {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${sample}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { SVC_API_KEY: 'the key' } })
  return stdout.split('\0').slice(0, -1)
}
