import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'puppeteer-core'
import { findChromium, NO_CHROMIUM, startChromium } from '../../dev/local/chromium.ts'
import { at } from './http.ts'
import { describeOnlyWith } from './only-with.ts'

/**
 * Evaluated through the protocol and not written into the page, so that the page's own security policy stays as it
 * is.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PROBE = readFileSync(new URL('page-probe.js', import.meta.url), 'utf8')
/** WCAG 2.2, A and AA, and what axe holds to be good practice. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A page of ours answers in milliseconds; a machine that does ten things at once may take a while. */
const PAGE_MS_MAX = 60_000

/** A rule that is broken by one element is often broken by all of its kind. */
const NODES_SHOWN = 4

export const DESKTOP = { width: 1280, height: 900 } as const
export const PHONE = { width: 390, height: 844 } as const

const executable = findChromium(process.env)

/** Tests in a real browser. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeOnlyWith({ found: executable, missing: NO_CHROMIUM, requiredBy: 'BROWSER_REQUIRED' }, name, tests)

/** The browser of a test file, which closes it at its end; call it inside `describeInBrowser`. */
export function openChromium(): Promise<Browser> {
  if (executable === null) throw new Error(NO_CHROMIUM)
  return startChromium(executable, (text) => {
    process.stderr.write(`${text}\n`)
  })
}

export interface Tab {
  readonly page: Page
  /**
   * What went wrong in the page since it was opened: scripts that threw, what the security policy refused, parts that
   * are missing.
   */
  readonly complaints: string[]
}

export interface TabOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Without scripts, as some people browse. */
  readonly scripts?: boolean
}

/** A tab with separate cookies, as another person's browser. */
export async function openTab(browser: Browser, { viewport = DESKTOP, scripts = true }: TabOptions = {}): Promise<Tab> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PAGE_MS_MAX)
  await page.setViewport(viewport)
  await page.setJavaScriptEnabled(scripts)
  const complaints: string[] = []
  page.on('pageerror', (error) => {
    complaints.push(`${page.url()}: ${String(error)}`)
  })
  page.on('console', (message) => {
    const { url = '' } = message.location()
    // The browser calls it an error when the page itself is an answer of 400 or more.
    if (message.type() === 'error' && url !== page.url()) complaints.push(`${page.url()}: ${message.text()} ${url}`)
  })
  return { page, complaints }
}

/** What axe finds against its rules, one sentence each with the elements; empty when the page is clean. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const results: unknown = await page.evaluate(
    `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(AXE_TAGS)} }, resultTypes: ['violations'] })`,
  )
  return listAt(results, 'violations').map((violation) => {
    const all = listAt(violation, 'nodes')
    const more = all.length > NODES_SHOWN ? `\n    and ${all.length - NODES_SHOWN} more` : ''
    const nodes = all
      .slice(0, NODES_SHOWN)
      .map(
        (node) =>
          `\n    ${String(at(node, 'target'))}: ${textAt(node, 'html').slice(0, 200)}\n      ${textAt(node, 'failureSummary').replaceAll('\n', '\n      ')}`,
      )
    return `${textAt(violation, 'id')} (${textAt(violation, 'impact')}): ${textAt(violation, 'help')}${nodes.join('')}${more}`
  })
}

/**
 * What extends beyond the page to the right, so that the entire page must be moved to read it; empty when nothing does.
 */
export const overflowing = async (page: Page): Promise<string[]> => textsOf(await probe(page, 'overflowing()'))

/** Where the keyboard is. */
export interface FocusStop {
  /** What a screen reader would call it. */
  readonly name: string
  readonly tag: string
  /** Why a person could not see that it is here; null when it can be seen. */
  readonly hidden: string | null
  /** Distinguishes two elements of one page. */
  readonly key: string
}

export async function focusStop(page: Page): Promise<FocusStop> {
  const stop = await probe(page, 'focused()')
  const hidden = at(stop, 'hidden')
  return {
    name: textAt(stop, 'name'),
    tag: textAt(stop, 'tag'),
    hidden: typeof hidden === 'string' ? hidden : null,
    key: textAt(stop, 'key'),
  }
}

/** More stops than any page of ours has. */
const STOPS_MAX = 400

/**
 * Every stop of the Tab key through the page, from its begin; throws when one cannot be seen or the keyboard is
 * caught.
 */
export async function walkByTab(page: Page): Promise<FocusStop[]> {
  await probe(page, 'begin()')
  const stops: FocusStop[] = []
  for (let step = 0; step < STOPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await focusStop(page)
    if (stop.tag === 'BODY' || stops.some(({ key }) => key === stop.key)) return stops
    stops.push(requireVisible(page, stop))
  }
  throw new Error(`${page.url()}: the keyboard does not come round within ${STOPS_MAX} stops`)
}

/** Presses Tab until the keyboard is on what is called so; each stop on the way must be visible. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < STOPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const stop = requireVisible(page, await focusStop(page))
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return
    passed.push(`${stop.tag} "${stop.name}"`)
    if (stop.tag === 'BODY' && step > 0) break
  }
  throw new Error(`${page.url()}: Tab does not lead to ${String(name)}; it leads to ${passed.join(', ')}`)
}

/** Presses a key that leads to another page, and waits until that is there. */
export async function pressToLeave(page: Page, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.keyboard.press(key)])
}

function requireVisible(page: Page, stop: FocusStop): FocusStop {
  if (stop.hidden !== null)
    throw new Error(
      `${page.url()}: the keyboard is on ${stop.tag} "${stop.name}", and it is not visible: ${stop.hidden}`,
    )
  return stop
}

/** The probe's answer; its names stay inside of the expression. */
const probe = (page: Page, call: string): Promise<unknown> => page.evaluate(`${PROBE}\nprobe.${call}`)

const textAt = (value: unknown, member: string): string => String(at(value, member) ?? '')
const listAt = (value: unknown, member: string): unknown[] => listOf(at(value, member))
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): string[] => listOf(value).map(String)
