import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import {
  accessibilityProblems,
  describeInBrowser,
  DESKTOP,
  openChromium,
  openTab,
  PHONE,
  pressToLeave,
  overflowing,
  tabTo,
  walkByTab,
} from '../../support/chromium.ts'
import { httpClient } from '../../support/http.ts'
import { requestAuthorization, registerApp } from '../../support/oauth.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const PERSON = { email: 'ada@example.com', password: 'correct horse battery staple' } as const

describeInBrowser('the pages outside of the dashboard', () => {
  let service: TestService
  let browser: Browser
  let session: string
  beforeAll(async () => {
    service = await startTestService()
    const signedUp = await httpClient(service.url).post('/v1/auth/signup', {
      ...PERSON,
      workspace: 'Analytical <Engines>',
    })
    session = String(signedUp.at('session_token'))
    browser = await openChromium()
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  const asPerson = async (path: string, body?: object): Promise<(...member: string[]) => unknown> => {
    const answer = await httpClient(service.url, session).post(path, body, { 'Service-Environment': 'test' })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.at
  }
  const checkout = async (): Promise<string> =>
    String((await asPerson('/v1/wallet/topups/checkout', { amount: '20.00' }))('checkout_url'))
  const connecting = async (): Promise<string> => String((await asPerson('/v1/linkedin/accounts'))('connect_url'))
  /** An app on this machine, without its own page to return to. */
  const authorizationOf = async (scope: string): Promise<string> => {
    const app = await registerApp(service.url, { client_name: 'Sample app', redirect_uris: [`${service.url}/`] })
    return (await requestAuthorization(app, { scope })).url.href
  }
  const authorization = (): Promise<string> => authorizationOf('read run write')
  const wrongAuthorization = (): Promise<string> => authorizationOf('admin')
  const press =
    (name: string | RegExp) =>
    async (page: Page): Promise<void> => {
      await tabTo(page, name)
      await pressToLeave(page)
    }
  const signIn =
    (password: string) =>
    async (page: Page): Promise<void> => {
      await tabTo(page, 'E-mail')
      await page.keyboard.type(PERSON.email)
      await tabTo(page, 'Password')
      await page.keyboard.type(password)
      await pressToLeave(page)
    }
  /** A folded part of the page. */
  const opened =
    (name: string) =>
    async (page: Page): Promise<void> => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
  const here = (path: string) => async (): Promise<string> => `${service.url}${path}`

  /** Every page: its URL, how the keyboard alone leads there, and its text then. */
  const PAGES: readonly {
    name: string
    open: () => Promise<string>
    steps?: readonly ((page: Page) => Promise<void>)[]
    shows: string
  }[] = [
    { name: 'welcome', open: here('/'), shows: 'one wallet' },
    { name: 'welcome of a referral', open: here('/?ref=abcd1234'), shows: 'referral code is abcd1234' },
    { name: 'how a wallet is topped up', open: here('/v1/wallet/topups/checkout'), shows: 'Create a checkout' },
    { name: 'checkout', open: checkout, shows: '$20.00' },
    {
      name: 'checkout, declined',
      open: checkout,
      steps: [press(/with a declined card$/)],
      shows: 'The card was declined',
    },
    { name: 'checkout, paid', open: checkout, steps: [press(/with a valid card$/)], shows: 'This checkout is paid' },
    {
      name: 'checkout, none',
      open: here('/checkout/topup_00000000000000000000000000'),
      shows: 'no simulated checkout',
    },
    { name: 'account', open: connecting, shows: 'This is a simulation' },
    { name: 'account, connected', open: connecting, steps: [press(/^Connect/)], shows: 'is connected' },
    { name: 'sign-in for an app', open: authorization, shows: 'Sample app' },
    { name: 'sign-in for an app, refused', open: authorization, steps: [signIn('not the password')], shows: 'wrong' },
    {
      name: 'consent for an app',
      open: authorization,
      steps: [signIn(PERSON.password)],
      shows: 'Analytical <Engines>',
    },
    {
      name: 'consent for an app, given',
      open: authorization,
      steps: [signIn(PERSON.password), press('Allow')],
      shows: 'one wallet',
    },
    {
      name: 'an app that requests an unknown scope',
      open: wrongAuthorization,
      shows: 'go back to an app on this computer',
    },
    { name: 'consent that is over', open: here(`/oauth/interaction/${'0'.repeat(43)}`), shows: 'expired' },
    { name: 'guides', open: here('/docs'), shows: 'Quickstart' },
    ...['quickstart', 'jobs', 'long-runs', 'tables', 'webhooks', 'replies', 'law', 'agents', 'going-live'].map(
      (guide) => ({
        name: `guide: ${guide}`,
        open: here(`/docs/${guide}`),
        shows: 'Guides',
      }),
    ),
    { name: 'guide, none', open: here('/docs/nothing'), shows: 'There is no such page' },
    { name: 'API reference', open: here('/api-reference'), shows: 'Error codes' },
    { name: 'API reference, a noun', open: here('/api-reference/runs'), shows: 'Raw runs' },
    { name: 'API reference, a page of a noun', open: here('/api-reference/quotas'), shows: 'Quarantine' },
    { name: 'API reference, what holds everywhere', open: here('/api-reference/every-answer'), shows: 'Idempotency' },
    { name: 'API reference, a search', open: here('/api-reference?q=cancel+run'), shows: 'Cancel a run' },
    { name: 'API reference, an operation with a body', open: here('/api-reference/createRun'), shows: 'contact.find' },
    {
      name: 'API reference, an operation with parameters',
      open: here('/api-reference/readHistory'),
      shows: 'Query parameters',
    },
    {
      name: 'API reference, an operation of people, and its optional parameters',
      open: here('/api-reference/listApiKeys'),
      steps: [opened('Optional parameters')],
      shows: 'Try it',
    },
    {
      name: 'API reference, another sample of an operation',
      open: here('/api-reference/createRun'),
      steps: [opened('Python')],
      shows: 'requests.post(',
    },
  ]

  it.each(PAGES)(
    'are accessible in light and in dark, and usable by the keyboard: $name',
    async ({ open, steps = [], shows }) => {
      for (const [viewport, schemes] of [
        [DESKTOP, ['dark', 'light']],
        [PHONE, ['light', 'dark']],
      ] as const) {
        const { page, complaints } = await openTab(browser, { viewport })
        await page.goto(await open(), { waitUntil: 'load' })
        for (const step of steps) await step(page)
        expect(await page.evaluate('document.body.innerText')).toContain(shows)
        for (const scheme of schemes) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
          expect([scheme, await accessibilityProblems(page)]).toEqual([scheme, []])
        }
        expect(await overflowing(page)).toEqual([])
        await walkByTab(page)
        expect(complaints).toEqual([])
        await page.browserContext().close()
      }
    },
  )

  const textOf = async (page: Page, selector: string): Promise<string> =>
    String(await page.evaluate(`document.querySelector('${selector}').textContent`))
  const send = async (page: Page): Promise<void> => {
    await tabTo(page, 'Send')
    await page.keyboard.press('Enter')
  }
  const answered = (page: Page, status: string) =>
    page.waitForFunction(`document.querySelector('.try-status').textContent.startsWith('${status}')`)

  it('an operation is tried on its page by the keyboard alone, with a sandbox key that the tab keeps', async () => {
    const { page, complaints } = await openTab(browser, {})
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.goto(`${service.url}/api-reference/createRun`, { waitUntil: 'load' })

    // What the operation does has the width of its column.
    const widths = ['.intro', '.rest'].map((part) => `document.querySelector('${part}').offsetWidth`)
    expect(await page.evaluate(`${widths[0]} === ${widths[1]}`)).toBe(true)

    await tabTo(page, 'Sandbox key')
    await page.keyboard.type(service.workspace.keys.live)
    await send(page)
    await answered(page, 'Enter a sandbox key')
    expect(await textOf(page, '.try-answer')).toBe('')

    await page.keyboard.type(service.workspace.keys.test)
    await send(page)
    await answered(page, '200')
    const run = JSON.parse(await textOf(page, '.try-answer'))
    expect(run).toMatchObject({ status: 'succeeded', billing: { platform_funded: true } })
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflowing(page)).toEqual([])

    await page.goto(`${service.url}/api-reference/getRun`, { waitUntil: 'load' })
    await page.evaluate(`document.querySelector('#try-path-run_id').value = ${JSON.stringify(run.run_id)}`)
    await send(page)
    await answered(page, '200')
    expect(JSON.parse(await textOf(page, '.try-answer'))).toMatchObject({ run_id: run.run_id })

    await page.goto(`${service.url}/api-reference/discover`, { waitUntil: 'load' })
    await send(page)
    await answered(page, '200')
    expect(JSON.parse(await textOf(page, '.try-answer'))).toMatchObject({ items: expect.any(Array) })
    expect([...hosts]).toEqual([service.url])
    expect(complaints).toEqual([])
    await page.browserContext().close()
  })
})
