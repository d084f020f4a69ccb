import { createServer } from 'node:http'
import { once } from 'node:events'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'puppeteer-core'
import { request } from 'undici'
import { findChromium, NO_CHROMIUM, startChromium } from '../../dev/local/chromium.ts'
import { at, startFigureService } from './figure-service.ts'
import type { Options } from './options.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'

const ROUNDS = 30
const ROUNDS_QUICK = 3
/** Fills the first page of runs. */
const RUNS = 30
const PERSON = { email: 'page@example.com', password: 'correct horse battery staple' }
const BARE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing</title></head><body><p>Nothing</p></body></html>'

/** A measured page: its URL and its name. */
interface Measured {
  readonly name: string
  readonly url: string
}

/**
 * The size of the dashboard's pages, and how long a browser takes until they are usable. Prints only; machines differ,
 * so nothing is judged.
 */
export async function measurePage(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const executable = findChromium(process.env)
  if (executable === null) return print('## Pages in a browser', `Not measured: ${NO_CHROMIUM}.`)
  progress('page: starting the whole service and a browser')
  const service = await startFigureService({
    servers,
    databaseUrl: await servers.createDatabase('page'),
    onQuery: () => undefined,
  })
  stops.push(() => service.stop())
  const bareUrl = await startBare(stops)
  const browser = await startChromium(executable, progress)
  stops.push(() => browser.close())
  const { session, runId } = await fill(service.url)
  const pages: Measured[] = [
    { name: 'a page of nothing', url: bareUrl },
    { name: 'overview', url: `${service.url}/dashboard/test` },
    { name: `runs (${RUNS} of them)`, url: `${service.url}/dashboard/test/runs` },
    { name: 'a run with a fallback', url: `${service.url}/dashboard/test/runs/${runId}` },
    { name: 'catalog search', url: `${service.url}/dashboard/test/catalog?q=work+email+of+a+person` },
  ]
  await printWeights(pages, session)
  await printTimes(pages, browser, { session, rounds: options.quick ? ROUNDS_QUICK : ROUNDS })
  await browser.close()
  await service.stop()
}

/** The smallest page that a browser can show, from a server in the same process as the service. */
async function startBare(stops: Stop[]): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BARE),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bare server has no port')
  return `http://127.0.0.1:${address.port}/`
}

/** A signed-in person with a page of runs. */
async function fill(url: string): Promise<{ session: string; runId: string }> {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await request(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    return answer.body.json()
  }
  const person = await post('/v1/auth/signup', { ...PERSON, workspace: 'Bench' })
  const key = String(at(person, 'test_key'))
  let runId = ''
  for (let run = 0; run < RUNS; run += 1)
    runId = String(
      at(
        await post(
          '/v1/run',
          { capability: 'contact.find', input: { full_name: 'Ada +fallback', domain: 'example.com' } },
          key,
        ),
        'run_id',
      ),
    )
  return { session: String(at(person, 'session_token')), runId }
}

const cookieOf = (session: string): string => `dashboard_session=${session}`

async function printWeights(pages: readonly Measured[], session: string): Promise<void> {
  const html = await Promise.all(pages.map(async ({ name, url }) => ({ name, ...(await weigh(url, session)) })))
  const parts = await Promise.all(
    partsOf(html.at(1)?.text ?? '').map(async (path) => ({
      name: path.slice(path.lastIndexOf('/') + 1).replace(HASH, '.'),
      ...(await weigh(new URL(path, pages[1]?.url).href, session)),
    })),
  )
  print(
    '## Weight of the pages, in bytes',
    table(
      ['part', 'as it is', 'gzip', 'brotli', 'on the wire', 'sent as'],
      [...html, ...parts].map(({ name, text, wire, encoding }) => [
        name,
        Buffer.byteLength(text),
        gzipSync(text).length,
        brotliCompressSync(text).length,
        wire,
        encoding ?? 'not compressed',
      ]),
    ),
    'A browser gets the style sheet and the script once; they are kept for a year under a URL that changes with them.',
  )
}

/** The part that distinguishes two versions of a file. */
const HASH = /\.[0-9a-f]{12}\./

/** The style sheet and the scripts of a page. */
const partsOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  )

interface Weight {
  readonly text: string
  /** Bytes of the body that a browser with compression receives. */
  readonly wire: number
  readonly encoding: string | null
}

async function weigh(url: string, session: string): Promise<Weight> {
  const ask = async (encodings: string) => {
    const { statusCode, headers, body } = await request(url, {
      headers: { cookie: cookieOf(session), 'accept-encoding': encodings },
    })
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
    return { bytes: Buffer.from(await body.arrayBuffer()), encoding: headers['content-encoding'] }
  }
  const [plain, sent] = [await ask('identity'), await ask('gzip, br')]
  return {
    text: plain.bytes.toString('utf8'),
    wire: sent.bytes.length,
    encoding: typeof sent.encoding === 'string' ? sent.encoding : null,
  }
}

/** Until the first paint, the end of its scripts, and the last long task: milliseconds since the navigation began. */
const INTERACTIVE = `new Promise((done) => {
  const settled = () => setTimeout(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const paint = performance.getEntriesByName('first-contentful-paint')[0]
    if (paint === undefined || navigation.domContentLoadedEventEnd === 0) return settled()
    const tasksEnd = long.map((task) => task.startTime + task.duration)
    const ready = Math.max(paint.startTime, navigation.domContentLoadedEventEnd, ...tasksEnd)
    done({ paint: paint.startTime, ready, answer: navigation.responseEnd })
  }, 50)
  const long = []
  new PerformanceObserver((list) => { long.push(...list.getEntries()) }).observe({ type: 'longtask', buffered: true })
  settled()
})`

async function printTimes(
  pages: readonly Measured[],
  browser: Browser,
  { session, rounds }: { readonly session: string; readonly rounds: number },
): Promise<void> {
  const page = await browser.newPage()
  await page.setExtraHTTPHeaders({ cookie: cookieOf(session) })
  const samples = pages.map(() => ({
    paint: new Array<number>(),
    cold: new Array<number>(),
    cached: new Array<number>(),
    answer: new Array<number>(),
  }))
  progress(`page: ${rounds} rounds of ${pages.length} pages`)
  for (let round = -1; round < rounds; round += 1) {
    // Alternating, so that a neighbour's noise affects all alike; the first round only warms up.
    for (const [index, { url }] of pages.entries()) {
      const cold = await timesOf(page, url, false)
      await timesOf(page, url, true)
      const cached = await timesOf(page, url, true)
      if (round < 0) continue
      samples[index]?.paint.push(cold.paint)
      samples[index]?.cold.push(cold.ready)
      samples[index]?.answer.push(cold.answer)
      samples[index]?.cached.push(cached.ready)
    }
  }
  const above = (index: number): string => {
    const differences = samples[index]?.cold.map((ms, round) => ms - (samples[0]?.cold[round] ?? Number.NaN)) ?? []
    return index === 0 ? '' : fixed(quantile(differences, 0.5))
  }
  print(
    '## Time until a page can be used, headless Chromium, milliseconds after the navigation began (medians; in turns)',
    table(
      [
        'page',
        'answer is there',
        'first paint',
        'interactive',
        'interactive, parts cached',
        'interactive p95',
        'above a page of nothing, median of the differences',
      ],
      pages.map(({ name }, index) => {
        const { paint = [], cold = [], cached = [], answer = [] } = samples[index] ?? {}
        return [
          name,
          fixed(quantile(answer, 0.5)),
          fixed(quantile(paint, 0.5)),
          fixed(quantile(cold, 0.5)),
          fixed(quantile(cached, 0.5)),
          fixed(quantile(cold, 0.95)),
          above(index),
        ]
      }),
    ),
  )
}

async function timesOf(
  page: Page,
  url: string,
  cached: boolean,
): Promise<{ paint: number; ready: number; answer: number }> {
  await page.setCacheEnabled(cached)
  await page.goto(url, { waitUntil: 'load' })
  const times: unknown = await page.evaluate(INTERACTIVE)
  return { paint: Number(at(times, 'paint')), ready: Number(at(times, 'ready')), answer: Number(at(times, 'answer')) }
}
