import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { servedForm } from '../../support/html-form.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { enter, signUpPerson } from './person.ts'
import { setStage, type Stage } from './stage.ts'

let service: TestService
let stage: Stage
let browser: Browser
let session: HttpClient
beforeAll(async () => {
  service = await startTestService()
  stage = await setStage(service)
  browser = await enter(openBrowser(), service.url, stage.person)
  session = httpClient(service.url, stage.person.token)
})
afterAll(async () => {
  await stage.receiver.close()
  await service.stop()
})

const urlOf = (path: string): string => `${service.url}/dashboard/test${path}`
const textOf = async (path: string): Promise<string> => (await browser.get(urlOf(path))).text
/** Sends a form of a page as it was served, with some values changed. */
async function send(path: string, form: string, changed: Readonly<Record<string, string>> = {}) {
  const served = servedForm(await textOf(path), `form-${form}`)
  if (served === null) throw new Error(`${path} has no form ${form}`)
  return browser.post(
    urlOf(path),
    served.map(([name, value]) => [name, changed[name] ?? value]),
  )
}

describe('the settings', () => {
  it('change retention and the days between first messages, and state next to the field what is wrong', async () => {
    expect((await send('/settings', 'retention', { payload_days: '30' })).status).toBe(303)
    expect((await session.get('/v1/retention')).at('payload_days')).toBe(30)
    expect((await send('/settings', 'guard', { repeat_touch_days: '14' })).status).toBe(303)
    expect((await session.get('/v1/outbound-guard')).at('repeat_touch_days')).toBe(14)
    const refused = await send('/settings', 'retention', { payload_days: '3' })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/retention-payload_days-fault">Days .*7/),
    ])
    expect((await send('/settings', 'retention', { payload_days: 'soon' })).status).toBe(400)
  })

  it('have no guard where tables are off', async () => {
    const other = await signUpPerson(service.url, 'Without tables')
    const theirs = await enter(openBrowser(), service.url, other)
    const page = await theirs.get(urlOf('/settings'))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('belongs to tables, which are off')])
    expect(servedForm(page.text, 'form-guard')).toBeNull()
  })

  it('take its access from a connected app, after a confirmation', async () => {
    const path = `/settings/apps/${stage.ids.app}/disconnect`
    expect((await send(path, 'disconnect')).status).toBe(303)
    expect((await session.get('/v1/connected-apps')).at('items')).toEqual([])
    expect((await browser.get(urlOf(path))).status).toBe(404)
  })
})

describe('the connections', () => {
  it('are made with a key that no page shows again, and erased after a confirmation', async () => {
    const made = await send('/connections', 'connect', { provider: 'brave', api_key: 'the key of brave' })
    expect(made.status).toBe(303)
    const page = await textOf('/connections')
    expect(page).toContain('id="connection-brave"')
    expect(page).not.toContain('the key of brave')
    expect((await send('/connections/brave/disconnect', 'disconnect')).status).toBe(303)
    expect((await browser.get(urlOf('/connections/brave/disconnect'))).status).toBe(404)
  })

  it('are refused for a provider that does not exist, and the key is not shown', async () => {
    const refused = await send('/connections', 'connect', { provider: 'nothing', api_key: 'a secret key' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).not.toContain('a secret key')
  })
})

describe('a watch', () => {
  it('is refreshed by its button, which leads to what was found, and is deleted after a confirmation', async () => {
    const path = `/watches/${stage.ids.watch}`
    expect((await send(path, 'refresh')).status).toBe(303)
    await until(
      () => textOf(path),
      (page) => /\d+ new, 0 changed, 0 unchanged/.test(page),
    )
    expect((await send(`${path}/delete`, 'delete')).headers.get('location')).toBe('/dashboard/test/watches')
    expect((await browser.get(urlOf(path))).status).toBe(404)
  })
})

describe('the events', () => {
  it('are shown with their data, by type and time, in pages', async () => {
    expect(await textOf('/events?type=email.unsubscribed')).toMatch(/<details id="evt_\w+"><summary/)
    expect(await textOf('/events?type=account.disconnected')).toContain('No events in this time.')
    expect(await textOf('/events?since=yesterday')).toMatch(/role="alert"|class="fault"/)
    expect(await textOf('/events?since=2999-01-01')).toContain('No events in this time.')
  })
})

describe('the plan', () => {
  it('is chosen by a form, which leads to a checkout', async () => {
    const chosen = await send('/plan', 'choose', { plan: 'plus' })
    expect([chosen.status, chosen.text]).toEqual([200, expect.stringContaining('Continue to the checkout')])
    const [, checkout = ''] = /class="button" href="([^"]*\/checkout\/[^"]*)"/.exec(chosen.text) ?? []
    await httpClient(service.url).post(`${new URL(checkout).pathname}/pay?card=works`)
    await until(
      () => textOf('/plan'),
      (page) => page.includes('<dd>plus</dd>'),
    )
  })
})

describe('the account', () => {
  it('changes the password, which no page shows, and names the session that is this one', async () => {
    const other = await signUpPerson(service.url, 'Engines')
    const theirs = await enter(openBrowser(), service.url, other)
    const page = await theirs.get(urlOf('/account'))
    expect(page.text).toMatch(/Other sessions: 1\./)
    const fill = (current: string): [string, string][] => [
      ['action', 'password'],
      ['current_password', current],
      ['password', 'a longer phrase of ordinary words'],
    ]
    const refused = await theirs.post(urlOf('/account'), fill('not my password'))
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('password-current_password-fault">The current password is wrong.'),
    ])
    expect(refused.text).not.toContain('not my password')
    const changed = await theirs.post(urlOf('/account'), fill(other.password))
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('Other sessions that ended: 1')])
    expect((await theirs.get(urlOf('/account'))).text).toContain('You are signed in here and nowhere else')
  })

  it('signs out one other session, or all of them', async () => {
    const other = await signUpPerson(service.url, 'Engines')
    const [one, two, three] = await Promise.all(
      [openBrowser(), openBrowser(), openBrowser()].map((opened) => enter(opened, service.url, other)),
    )
    if (one === undefined || two === undefined || three === undefined) throw new Error('unreachable')
    const sessions = await httpClient(service.url, other.token).get('/v1/auth/sessions')
    const served = servedForm(
      (await one.get(urlOf('/account'))).text,
      `form-end-${String(sessions.at('items', '3', 'id'))}`,
    )
    expect((await one.post(urlOf('/account'), served ?? [])).status).toBe(303)
    expect((await httpClient(service.url, other.token).get('/v1/auth/me')).status).toBe(401)
    const all = servedForm((await one.get(urlOf('/account'))).text, 'form-end-others')
    expect((await one.post(urlOf('/account'), all ?? [])).status).toBe(303)
    expect([(await one.get(urlOf('/account'))).status, (await two.get(urlOf('/account'))).status]).toEqual([200, 303])
  })
})

describe('a plan', () => {
  it('is cancelled on its page, where one is paid', async () => {
    const other = await signUpPerson(service.url, 'Planners')
    const theirs = await enter(openBrowser(), service.url, other)
    const page = async (): Promise<string> => (await theirs.get(urlOf('/plan'))).text
    expect(servedForm(await page(), 'form-cancel')).toBeNull()
    const live = httpClient(service.url, other.token)
    const chosen = await live.post('/v1/plan', { plan: 'plus' })
    const checkout = String(chosen.at('checkout_url')).split('/').at(-1) ?? ''
    await httpClient(service.url).post(`/checkout/${checkout}/pay`)
    const form = servedForm(await page(), 'form-cancel')
    expect((await theirs.post(urlOf('/plan'), form ?? [])).status).toBe(303)
    expect((await live.get('/v1/plan')).at('cancel_at')).not.toBeNull()
    expect(servedForm(await page(), 'form-cancel')).toBeNull()
  })
})

describe('the first steps', () => {
  it('are ticked by what the workspace has done, and go when all of it is done', async () => {
    const other = await signUpPerson(service.url, 'Newcomers')
    const theirs = await enter(openBrowser(), service.url, other)
    const overview = async (): Promise<string> => (await theirs.get(urlOf(''))).text
    const done = async (): Promise<string | undefined> => /First steps: (\d) of 4/.exec(await overview())?.[1]
    expect(await done()).toBe('0')
    const page = urlOf('/catalog/capabilities/contact.find')
    const form = servedForm((await theirs.get(page)).text, 'form-run')
    expect((await theirs.post(page, form ?? [])).status).toBe(303)
    expect(await done()).toBe('1')
    await httpClient(service.url, other.testKey).post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada Example', domain: 'example.com' },
    })
    expect(await done()).toBe('2')
    const live = httpClient(service.url, other.token)
    const topup = await live.post('/v1/wallet/topups/checkout', { amount: '20.00' })
    await httpClient(service.url).post(`/checkout/${String(topup.at('topup_id'))}/pay`)
    expect(await done()).toBe('3')
    await live.post('/v1/run', { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } })
    expect(await overview()).not.toContain('First steps')
  })

  it('need no shell, and are hidden by a person permanently', async () => {
    const other = await signUpPerson(service.url, 'Hiding')
    const theirs = await enter(openBrowser(), service.url, other)
    const { text } = await theirs.get(urlOf(''))
    expect(text).toContain('First steps: 0 of 4')
    expect(text).not.toMatch(/curl|svc run/)
    expect((await theirs.post(urlOf(''), servedForm(text, 'form-hide-first-steps') ?? [])).status).toBe(303)
    expect((await theirs.get(urlOf(''))).text).not.toContain('First steps')
  })

  it('a plan is chosen by its price and what it gives', async () => {
    const { text } = await browser.get(urlOf('/plan'))
    expect(text).toContain('Plus: $49.00 a month, 10 % off list prices')
    const options = [...text.matchAll(/<option value="(?:pay_per_call|plus|pro|scale)"[^>]*>([^<]*)</g)]
    expect(options).toHaveLength(4)
    // The control shows some 32 characters at 390 pixels.
    for (const [, label = ''] of options) expect(label.length).toBeLessThanOrEqual(30)
  })
})
