import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { expectOk } from '../../support/expect-ok.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { enter, type Person, signUpPerson } from './person.ts'
import { sendForm, sendServed } from './send-form.ts'

let service: TestService
let person: Person
let api: HttpClient
let browser: Browser
beforeAll(async () => {
  service = await startTestService()
  person = await signUpPerson(service.url, 'Forms')
  api = httpClient(service.url, person.token)
  browser = await enter(openBrowser(), service.url, person)
})
afterAll(async () => {
  await service.stop()
})

const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`
const itemsOf = async (path: string): Promise<Record<string, unknown>[]> =>
  [(await api.get(path)).at('items')].flat().map(Object)

interface Key {
  readonly url: string
  /** A client with the key. */
  readonly program: HttpClient
  read(): Promise<Record<string, unknown>>
  change(terms: object): Promise<void>
}

async function keyWith(terms: object): Promise<Key> {
  const made = await api.post('/v1/api-keys', { name: 'Agent', environment: 'test', ...terms })
  expect(made.status).toBe(200)
  const id = String(made.at('id'))
  return {
    url: pageUrl(`/keys/${id}`),
    program: httpClient(service.url, String(made.at('api_key'))),
    read: async () => (await itemsOf('/v1/api-keys')).find((key) => key['id'] === id) ?? {},
    change: (change) => expectOk(api.patch(`/v1/api-keys/${id}`, change)),
  }
}
const mayDecide = async ({ program }: Key): Promise<boolean> =>
  (await program.post('/v1/spend-guard', { enabled: false })).status === 200
const inTwoDays = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString()

describe("a key's form", () => {
  it.each([
    ['a key without budget and limits', {}],
    ['the hour at which a key ends', { expires_at: inTwoDays() }],
    ['a key that is limited by nothing but `{}`', { allow: {} }],
    ['a budget', { budget: { amount: '5', period: 'month' } }],
    ['what the form states in other words', { allow: { raw: true, sends: true, capabilities: ['contact.*'] } }],
    [
      'every limit',
      {
        budget: { amount: '0.50', period: 'total' },
        allow: { capabilities: ['contact.*', 'person.enrich'], providers: ['hunter'], raw: false, max_run_cost: '1' },
        approver: true,
        expires_at: inTwoDays(),
      },
    ],
  ])('that is saved as it was shown keeps %s', async (_what, terms) => {
    const key = await keyWith(terms)
    const before = await key.read()
    const changes = () => service.logLines.filter((line) => line.includes('api_key_changed')).length
    const changesBefore = changes()
    expect((await sendForm(browser, key.url, { form: 'change' })).status).toBe(303)
    expect([await key.read(), changes()]).toEqual([before, changesBefore])
  })

  it('changes what the person changed, and keeps what someone else has changed since it was opened', async () => {
    const key = await keyWith({ allow: { raw: false, max_run_cost: '0.50' }, expires_at: inTwoDays() })
    const { text: page } = await browser.get(key.url)
    const later = inTwoDays()
    await key.change({ allow: { raw: false, max_run_cost: '0.10' }, expires_at: later, approver: true })
    const sent = { page, form: 'change', changed: { sends: 'no', amount: '7' } }
    expect((await sendServed(browser, key.url, sent)).status).toBe(303)
    expect(await key.read()).toMatchObject({
      allow: { raw: false, sends: false, max_run_cost: '0.10' },
      budget: { amount: '7.00', period: 'day' },
      expires_at: later,
      approver: true,
    })
  })

  it('that was refused still keeps what someone else has changed since it was opened', async () => {
    const key = await keyWith({ allow: { max_run_cost: '0.50' } })
    const opened = await browser.get(key.url)
    await key.change({ allow: { max_run_cost: '0.10' } })
    const refused = await sendServed(browser, key.url, {
      page: opened.text,
      form: 'change',
      changed: { amount: 'much' },
    })
    expect(refused.status).toBe(400)
    const again = { page: refused.text, form: 'change', changed: { amount: '7' } }
    expect((await sendServed(browser, key.url, again)).status).toBe(303)
    expect(await key.read()).toMatchObject({ allow: { max_run_cost: '0.10' }, budget: { amount: '7.00' } })
  })

  it('removes a limit and the end of a key', async () => {
    const key = await keyWith({ allow: { raw: false, providers: ['hunter'] }, expires_at: inTwoDays() })
    const changed = { providers: '', expires_at: '' }
    expect((await sendForm(browser, key.url, { form: 'change', changed })).status).toBe(303)
    expect(await key.read()).toMatchObject({ allow: { raw: false }, expires_at: null })
    await sendForm(browser, key.url, { form: 'change', changed: { expires_at: '2999-12-31' } })
    expect(await key.read()).toMatchObject({ expires_at: '2999-12-31T23:59:59.000Z' })
  })

  it.each([
    ['its limits', { allow: { sends: false } }, { sends: '' }],
    ['its budget', { budget: { amount: '5', period: 'day' } }, { amount: '' }],
    [
      'both',
      { allow: { providers: ['hunter'] }, budget: { amount: '5', period: 'day' } },
      { amount: '', providers: '' },
    ],
  ])('never lets a key decide over the workspace because it loses %s', async (_what, terms, changed) => {
    const key = await keyWith(terms)
    expect((await sendForm(browser, key.url, { form: 'change', changed })).status).toBe(303)
    expect(await key.read()).toMatchObject({ budget: null, allow: {} })
    expect(await mayDecide(key)).toBe(false)
    expect((await browser.get(key.url)).text).toContain('decides over nothing of the workspace')
  })
})

describe("the form of an app's budget", () => {
  it('that is saved as it was shown changes nothing, and otherwise what the person changed', async () => {
    const { appId } = await buildConnectedApp(service, person.workspaceId, ['run'])
    const url = pageUrl(`/settings/apps/${appId}/budget`)
    const budget = async () => (await itemsOf('/v1/connected-apps')).find(({ id }) => id === appId)?.['budget']
    const unlimited = (await browser.get(url)).text
    await expectOk(api.patch(`/v1/connected-apps/${appId}`, { budget: { amount: '3', period: 'week' } }))
    const before = await budget()
    expect((await sendServed(browser, url, { page: unlimited, form: 'budget' })).status).toBe(303)
    expect(await budget()).toEqual(before)
    await sendForm(browser, url, { form: 'budget', changed: { amount: '4' } })
    expect(await budget()).toMatchObject({ amount: '4.00', period: 'week' })
    await sendForm(browser, url, { form: 'budget', changed: { amount: '' } })
    expect(await budget()).toBeNull()
  })
})

describe('the form of the approval policy', () => {
  it('changes what the person changed, and keeps what someone else has changed since it was opened', async () => {
    const policy = async () => (await api.get('/v1/approval-policy')).body
    const { text: page } = await browser.get(pageUrl('/approvals'))
    const cautious = { runs_above: '5.00', sends: 'new_people', raw_writes: true, jobs_above: '50.00' }
    await expectOk(api.put('/v1/approval-policy', cautious))
    expect((await sendServed(browser, pageUrl('/approvals'), { page, form: 'policy' })).status).toBe(303)
    expect(await policy()).toEqual(cautious)
    await sendServed(browser, pageUrl('/approvals'), { page, form: 'policy', changed: { sends: 'always' } })
    expect(await policy()).toEqual({ ...cautious, sends: 'always' })
    await sendForm(browser, pageUrl('/approvals'), { form: 'policy', changed: { runs_above: '', raw_writes: 'false' } })
    expect(await policy()).toEqual({ ...cautious, runs_above: null, sends: 'always', raw_writes: false })
  })
})
