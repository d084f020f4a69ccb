import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { describeInBrowser, openChromium, openTab } from '../../support/chromium.ts'
import { confirmAddress, linkInLog } from '../../support/mail-links.ts'
import { type Stage, startStage } from '../../support/stage.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'a long phrase of ordinary words'
const NEW_PASSWORD = 'another phrase of ordinary words'
const PEOPLE = 200
const SEEN_MS_MAX = 60_000

/** A person who never opens a terminal: each click and each field that they fill is counted. */
class Hand {
  clicks = 0
  fields = 0
  readonly page: Page
  readonly #startedAt = performance.now()

  constructor(page: Page) {
    this.page = page
  }

  async click(name: string): Promise<void> {
    this.clicks += 1
    const texts = await this.page.$$eval('a, button', (all) => all.map(({ textContent }) => textContent.trim()))
    const exact = texts.indexOf(name)
    const index = exact === -1 ? texts.findIndex((text) => text.includes(name)) : exact
    const found = (await this.page.$$('a, button'))[index]
    if (found === undefined) throw new Error(`${this.page.url()} has no link and no button "${name}"`)
    await found.click()
  }

  /** Clicks what leads to another page. */
  async follow(name: string): Promise<void> {
    await Promise.all([this.page.waitForNavigation({ waitUntil: 'load' }), this.click(name)])
  }

  async fill(name: string, text: string): Promise<void> {
    this.fields += 1
    const field = `[name="${name}"]`
    await this.page.waitForSelector(field)
    if ((await this.page.$eval(field, ({ tagName }) => tagName)) === 'SELECT') await this.page.select(field, text)
    else {
      await this.page.click(field, { count: 3 })
      await this.page.type(field, text)
    }
  }

  async sees(text: string): Promise<void> {
    await this.page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, {
      timeout: SEEN_MS_MAX,
    })
  }

  /** How much it took so far. */
  effort(): string {
    const seconds = Math.round((performance.now() - this.#startedAt) / 100) / 10
    return `${this.clicks} clicks, ${this.fields} fields, ${seconds} s by a machine that does not read`
  }
}

describeInBrowser('a newcomer', () => {
  let stage: Stage
  let browser: Browser
  let folder: string
  beforeAll(async () => {
    stage = await startStage()
    browser = await openChromium()
    folder = mkdtempSync(join(tmpdir(), 'people-'))
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await stage?.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it('who never opens a terminal signs up, runs, tops up, imports, enriches, sees the cost, invites, and resets the password', async () => {
    const { service } = stage
    const efforts: string[] = []
    const { page, complaints } = await openTab(browser)
    const hand = new Hand(page)

    await page.goto(service.url)
    await hand.follow('Sign up')
    await hand.fill('email', EMAIL)
    await hand.fill('password', PASSWORD)
    await hand.fill('workspace', 'Engines')
    await hand.follow('Create a workspace')
    await hand.sees('Your workspace is ready')
    await hand.follow('I have copied it')
    await hand.follow('Run something on a page')
    await hand.follow('Run in the sandbox')
    await hand.sees('succeeded')
    efforts.push(`first run: ${hand.effort()}`)

    await hand.follow('Overview')
    await hand.follow('Top up the live wallet')
    await hand.follow('Continue to the checkout')
    const [checkout] = await Promise.all([nextPage(browser), hand.click('in the simulated checkout')])
    const payment = new Hand(checkout)
    await payment.follow('Pay with a valid card')
    hand.clicks += payment.clicks
    await checkout.close()
    await hand.sees('paid')
    await hand.follow('Overview')
    await hand.follow('Run something for real')
    await hand.follow('Verify an email')
    await hand.fill('input.email', 'robin@example.com')
    await hand.follow('Run')
    await hand.sees('succeeded')
    efforts.push(`first live run: ${hand.effort()}`)

    const [clicks, fields] = [hand.clicks, hand.fields]
    await hand.follow('Runs')
    await hand.fill('q', 'robin@example.com')
    await hand.follow('Filter')
    await hand.follow('contact.verify')
    await hand.sees('robin@example.com')
    efforts.push(`a run found from a complaint: ${hand.clicks - clicks} clicks, ${hand.fields - fields} field`)

    await hand.follow('Sandbox')
    await hand.follow('Tables')
    await hand.follow('Enable tables')
    await hand.follow('Import a file (CSV, Excel)')
    await hand.fill('table', 'people')
    const file = join(folder, 'people.csv')
    writeFileSync(file, csvOfPeople())
    await (await page.$('input[type=file]'))?.uploadFile(file)
    await hand.follow('Look at the columns')
    await hand.follow(`Import ${PEOPLE} lines`)
    await hand.sees(`Lines that were written: ${PEOPLE} of ${PEOPLE}.`)
    await hand.follow('To the table')
    await hand.follow('Enrich these rows')
    await hand.fill('capability', 'person.enrich')
    await hand.follow('Choose')
    await hand.follow('see the estimate')
    await hand.fill('limit', '10')
    await hand.fill('pilot', '0')
    await hand.fill('approve', 'auto')
    await hand.follow('Estimate')
    await hand.follow('Start the job in the sandbox')
    await hand.sees('10 of 10')
    efforts.push(`ten of ${PEOPLE} imported people enriched: ${hand.effort()}`)

    await hand.follow('Usage')
    await hand.sees('By capability')
    expect(await page.$$eval('svg.chart rect', (bars) => bars.length)).toBeGreaterThan(0)

    await confirmAddress(stage.service)
    await hand.follow('Members')
    await hand.fill('email', 'grace@example.com')
    await hand.fill('role', 'viewer')
    await hand.follow('Send an invitation')
    const guest = new Hand((await openTab(browser)).page)
    await guest.page.goto(`${service.url}/dashboard/invitation?token=${linkInLog(service.logLines, 'invitation')}`)
    await guest.fill('password', PASSWORD)
    await guest.follow('Join the workspace')
    await guest.sees('You may look at this workspace, and change nothing in it.')

    await hand.follow('Sign out')
    await hand.follow('Forgot')
    await hand.fill('email', EMAIL)
    await hand.follow('Send the link')
    await page.goto(`${service.url}/dashboard/reset-password?token=${linkInLog(service.logLines, 'reset_password')}`)
    await hand.fill('password', NEW_PASSWORD)
    await hand.follow('Set the password and sign in')
    await hand.sees('Overview')
    efforts.push(`everything: ${hand.effort()}`)
    expect(complaints).toEqual([])
    process.stdout.write(`${efforts.join('\n')}\n`)
  }, 300_000)
})

const nextPage = (browser: Browser): Promise<Page> =>
  new Promise((resolve) => {
    browser.once('targetcreated', (target) => {
      target.page().then((opened) => opened !== null && resolve(opened), resolve)
    })
  })

const csvOfPeople = (): string =>
  ['email,full_name', ...Array.from({ length: PEOPLE }, (_, one) => `person-${one}@example.com,Person ${one}`)].join(
    '\n',
  )
