import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, HTTPRequest, Page } from 'puppeteer-core'
import {
  accessibilityProblems,
  describeInBrowser,
  DESKTOP,
  focusStop,
  openChromium,
  openTab,
  PHONE,
  pressToLeave,
  overflowing,
  type Tab,
  tabTo,
  walkByTab,
} from '../../support/chromium.ts'
import { httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { PATTERNS, PLACES, setStage, type Stage } from '../../api/dashboard/stage.ts'

const SEEN_MS_MAX = 60_000

describeInBrowser('the dashboard in a browser', () => {
  let service: TestService
  let browser: Browser
  let stage: Stage
  let tab: Tab
  beforeAll(async () => {
    service = await startTestService()
    stage = await setStage(service)
    browser = await openChromium()
    tab = await openTab(browser)
    await signIn(tab.page)
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await stage?.receiver.close()
    await service?.stop()
  })

  const pageUrl = (path: string): string => `${service.url}/dashboard${path}`
  const textOf = async (page: Page): Promise<string> => String(await page.evaluate('document.body.innerText'))
  const valueOf = async (page: Page, selector: string): Promise<string> =>
    String(await page.evaluate(`document.querySelector('${selector}').value`))
  const seen = (page: Page, text: string) =>
    page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { timeout: SEEN_MS_MAX })

  async function signIn(page: Page): Promise<void> {
    await page.goto(pageUrl('/sign-in?to=/dashboard/test'))
    const form = new Map(stage.person.form)
    await fill(page, 'E-mail', form.get('email') ?? '')
    await fill(page, 'Password', form.get('password') ?? '')
    await pressToLeave(page)
  }
  async function fill(page: Page, label: string, text: string): Promise<void> {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  const follow = async (page: Page, name: string | RegExp): Promise<void> => {
    await tabTo(page, name)
    await pressToLeave(page)
  }

  /** All that must hold for any page, at both widths, in light and in dark; `load` opens it. */
  async function expectForEverybody(
    { page, complaints }: Tab,
    load: () => Promise<unknown>,
    shows: string,
  ): Promise<void> {
    for (const [viewport, scheme] of [
      [DESKTOP, 'light'],
      [PHONE, 'dark'],
    ] as const) {
      await page.setViewport(viewport)
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      await load()
      expect(await textOf(page)).toContain(shows)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await overflowing(page)).toEqual([])
      await walkByTab(page)
    }
    await page.setViewport(DESKTOP)
    expect(complaints.splice(0)).toEqual([])
  }
  const opening =
    ({ page }: Tab, path: string) =>
    () =>
      page.goto(pageUrl(path), { waitUntil: 'load' })
  /** Presses the copy button of the secret that is shown, and returns what can then be pasted. */
  async function copied(page: Page): Promise<string> {
    await page.browserContext().overridePermissions(service.url, ['clipboard-read', 'clipboard-sanitized-write'])
    await tabTo(page, 'Copy')
    await page.keyboard.press('Enter')
    await seen(page, 'Copied')
    return String(await page.evaluate('navigator.clipboard.readText()'))
  }

  it('has every registered page in the table of these tests, and no other', () => {
    expect(Object.keys(PLACES).toSorted()).toEqual(PATTERNS.toSorted())
  })

  it.each(PATTERNS)(
    '"%s" is accessible: axe, the keyboard, a wide and a narrow window',
    async (pattern) => {
      const place = PLACES[pattern]
      if (place === undefined) throw new Error(`${pattern} has no place in test/api/dashboard/stage.ts`)
      await expectForEverybody(tab, opening(tab, `/test${place.path(stage.ids)}`), place.shows)
    },
    240_000,
  )

  it.each([
    ['/test/nothing', 'Not found'],
    ['/live', 'Overview'],
    ['/live/tables', 'leads'],
  ])(
    '%s is accessible',
    async (path, shows) => {
      await expectForEverybody(tab, opening(tab, path), path === '/live/tables' ? 'Tables' : shows)
    },
    240_000,
  )

  it.each([
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Sign up'],
    ['/forgot-password', 'Send the link'],
    ['/reset-password?token=svc_mail_none', 'Set the password'],
    ['/verify-email?token=svc_mail_none', 'Confirm this address'],
    ['/invitation?token=svc_mail_none', 'does not work any more'],
  ])(
    '%s is accessible',
    async (path, shows) => {
      const outsiders = await openTab(browser)
      await expectForEverybody(outsiders, opening(outsiders, path), shows)
      await outsiders.page.browserContext().close()
    },
    240_000,
  )

  it('the keyboard alone suffices: a sign-up shows the sandbox key once, which is copied', async () => {
    const visitor = await openTab(browser)
    const { page } = visitor
    await page.goto(pageUrl('/sign-up'))
    await fill(page, 'Workspace name', 'Looms')
    await fill(page, 'E-mail', `${crypto.randomUUID()}@example.com`)
    await fill(page, 'Password', 'correct horse battery staple')
    await pressToLeave(page)
    const key = await valueOf(page, '#sandbox-key')
    expect((await httpClient(service.url, key).get('/v1/auth/me')).at('environment')).toBe('test')
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewport(viewport)
      expect([await accessibilityProblems(page), await overflowing(page)]).toEqual([[], []])
    }
    expect(await copied(page)).toBe(key)
    await follow(page, 'I have copied it')
    const overview = await textOf(page)
    expect([overview.includes('First steps'), overview.includes(key), page.url().includes(key)]).toEqual([
      true,
      false,
      false,
    ])
    expect(visitor.complaints).toEqual([])
    await page.browserContext().close()
  }, 240_000)

  it('the keyboard alone suffices: a filter gets a second condition, and the first one stays', async () => {
    const { page } = tab
    await page.goto(pageUrl('/test/tables/leads?field=score&op=gte&value=50'))
    await follow(page, 'Add a condition')
    const rows = async () => page.evaluate(`document.querySelectorAll('#rows tbody tr').length`)
    expect([await valueOf(page, '#filter-value'), await valueOf(page, '#filter-field-2'), await rows()]).toEqual([
      '50',
      '',
      10,
    ])
    await page.select('#filter-field-2', 'status')
    await page.focus('#filter-value-2')
    await page.keyboard.type('new')
    await page.keyboard.press('Enter')
    await page.waitForFunction(`document.querySelectorAll('#rows tbody tr').length === 5`, { timeout: SEEN_MS_MAX })
  }, 240_000)

  it('the keyboard alone suffices: the catalog is searched, a key made and revoked', async () => {
    const { page } = tab
    await page.goto(pageUrl('/test'))
    await follow(page, 'Catalog')
    await fill(page, 'The job', 'work email of a person')
    await pressToLeave(page)
    await follow(page, 'Find a work email')
    expect(await textOf(page)).toContain('Enough: Full name and Domain')

    await follow(page, 'API keys')
    await follow(page, 'New key')
    await fill(page, 'Name', 'Made by keyboard')
    await pressToLeave(page)
    const key = await valueOf(page, '#api-key')
    expect((await httpClient(service.url, key).get('/v1/auth/me')).status).toBe(200)
    // The same form again is the same key.
    await expectForEverybody(tab, () => page.reload({ waitUntil: 'load' }), 'I have copied it')
    expect(await valueOf(page, '#api-key')).toBe(key)
    expect(await copied(page)).toBe(key)
    await follow(page, 'I have copied it')
    expect(await textOf(page)).not.toContain(key)

    await follow(page, 'Made by keyboard')
    await follow(page, /^Revoke/)
    expect((await httpClient(service.url, key).get('/v1/auth/me')).status).toBe(200)
    await follow(page, 'Revoke the key')
    expect((await httpClient(service.url, key).get('/v1/auth/me')).status).toBe(401)
    expect((await textOf(page)).split('Revoked')[1]).toContain('Made by keyboard')
  }, 240_000)

  it('the keyboard alone suffices: an endpoint is registered, and a failed delivery seen and made again', async () => {
    const { page } = tab
    stage.receiver.answer(500)
    await page.goto(pageUrl('/test/webhooks'))
    await follow(page, 'New endpoint')
    await fill(page, 'URL', `${stage.receiver.url}/hooks/by-keyboard`)
    await tabTo(page, /^email\.received/)
    await page.keyboard.press('Space')
    await follow(page, 'Create the endpoint')
    expect(await valueOf(page, '#secret')).toMatch(/^whsec_/)
    await expectForEverybody(tab, () => page.reload({ waitUntil: 'load' }), 'I have copied it')
    expect(await copied(page)).toBe(await valueOf(page, '#secret'))
    await follow(page, 'I have copied it')
    expect(await textOf(page)).toContain('/hooks/by-keyboard')
    await follow(page, 'Send a test')
    await seen(page, 'HTTP 500')

    await page.goto(pageUrl(`/test/webhooks/${stage.ids.webhook}`))
    await follow(page, 'email.unsubscribed')
    expect(await textOf(page)).toContain('HTTP 500')
    stage.receiver.answer(200)
    await follow(page, /^(Try again now|Deliver again)$/)
    // The script of the page keeps it up to date, without a reload.
    await seen(page, 'HTTP 200')
    await seen(page, 'delivered')
  }, 240_000)

  it('the keyboard alone suffices: from the sign-in to a run that has just begun, which is cancelled', async () => {
    await service.stopWorker()
    const visitor = await openTab(browser)
    const { page } = visitor
    await signIn(page)
    await follow(page, 'Runs')
    const run = await startRun()
    // The script of the list keeps it up to date, without a reload.
    await seen(page, run)
    await follow(page, 'contact.find')
    expect(await textOf(page)).toContain(run)
    await follow(page, 'Cancel this run')
    expect(await textOf(page)).toContain('cancelled')
    expect((await httpClient(service.url, stage.person.testKey).get(`/v1/runs/${run}`)).at('status')).toBe('cancelled')
    expect(visitor.complaints).toEqual([])
    await page.browserContext().close()
    await service.startWorker()
  }, 240_000)

  it("shows a run's progress: the change is read out, and the keyboard focus stays where it is", async () => {
    const { page } = tab
    await service.stopWorker()
    await page.goto(pageUrl(`/test/runs/${await startRun()}`))
    await tabTo(page, 'Input')
    await service.startWorker()
    await page.waitForFunction(`document.getElementById('live-status').textContent === 'Run: succeeded.'`, {
      timeout: SEEN_MS_MAX,
    })
    expect((await focusStop(page)).name).toBe('Input')
    expect(await textOf(page)).toContain('succeeded')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(`document.querySelector('[data-live]').getAttribute('data-live')`)).toBe('ended')
  }, 240_000)

  it('has its sections behind one line in a narrow window, which the keyboard opens', async () => {
    const { page } = tab
    await page.setViewport(PHONE)
    await page.goto(pageUrl('/test/watches'))
    await tabTo(page, 'Menu Watches')
    await page.keyboard.press('Enter')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflowing(page)).toEqual([])
    await follow(page, 'Messaging accounts')
    expect(await textOf(page)).toContain('Simulated LinkedIn account')
    await page.setViewport(DESKTOP)
  }, 240_000)

  it('keeps the sections and the environment in view on a long page', async () => {
    const { page } = tab
    await page.goto(pageUrl('/test/tables/leads'))
    const scrolled = await page.evaluate(`scrollTo(0, document.body.scrollHeight), scrollY`)
    expect(scrolled).toBeGreaterThan(0)
    for (const shown of ['.environments a[aria-current]', '.sections a[aria-current]'])
      expect(
        await page.evaluate(
          `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('${shown}').getBoundingClientRect())`,
        ),
      ).toBe(true)
  }, 240_000)

  it('keeps open what a person has opened, while the page is refreshed', async () => {
    const { page } = tab
    await page.goto(pageUrl('/test/events'))
    await page.click('main details summary')
    // When a second refresh is requested, the first one has changed the page.
    const isRefresh = (request: HTTPRequest): boolean => request.headers()['dashboard-fragment'] === '1'
    for (const _ of ['first', 'second']) await page.waitForRequest(isRefresh, { timeout: SEEN_MS_MAX })
    expect(await page.evaluate(`document.querySelector('main details').open`)).toBe(true)
  }, 240_000)

  it('writes a new sandbox key into the samples of guides and reference, and forgets it with the sign-out', async () => {
    const visitor = await openTab(browser)
    const { page } = visitor
    const sampleAt = async (path: string): Promise<string> => {
      await page.goto(`${service.url}${path}`, { waitUntil: 'load' })
      return String(await page.evaluate(`[...document.querySelectorAll('pre')].map((one) => one.textContent).join()`))
    }
    await signIn(page)
    expect(await sampleAt('/api-reference/createRun')).toContain('Bearer $SVC_API_KEY"')
    const keys: string[] = []
    for (const environment of ['live', 'test']) {
      await page.goto(pageUrl(`/${environment}/keys/new`))
      await fill(page, 'Name', 'For samples')
      await pressToLeave(page)
      keys.push(await valueOf(page, '#api-key'))
    }
    const [liveKey = '', testKey = ''] = keys
    const sample = await sampleAt('/api-reference/createRun')
    expect(sample.match(new RegExp(testKey, 'g'))).toHaveLength(3)
    expect(sample).not.toContain('SVC_API_KEY')
    expect(sample).not.toContain(liveKey)
    expect(await sampleAt('/docs/quickstart')).toContain(`export SVC_API_KEY=${testKey}`)
    await page.browserContext().overridePermissions(service.url, ['clipboard-read', 'clipboard-sanitized-write'])
    await tabTo(page, /^Copy Example 2/)
    await page.keyboard.press('Enter')
    await seen(page, 'Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`export SVC_API_KEY=${testKey}`)

    await page.goto(pageUrl('/test'))
    await follow(page, 'Sign out')
    expect(await sampleAt('/docs/quickstart')).not.toContain(testKey)
    expect(visitor.complaints).toEqual([])
    await page.browserContext().close()
  }, 240_000)

  async function startRun(): Promise<string> {
    const answer = await httpClient(service.url, stage.person.testKey).post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada Example', domain: 'example.com' },
      async: true,
    })
    return String(answer.at('run_id'))
  }
})
