import { inCommandWords } from '../../../packages/cli/route-words.ts'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bash, wordsOf } from '../../support/bash.ts'
import { EXECUTABLE, type Ended, FOLDER, svc, withFolder } from '../../support/cli.ts'
import { at, httpClient, type HttpClient, membersOf } from '../../support/http.ts'
import { freeAccount, occupyAccount } from '../../support/live-providers.ts'
import type { TestService } from '../../support/service.ts'
import { type Stage, startStage } from '../../support/stage.ts'

/**
 * Every command that the API prints is pasted: a real bash reads each line, and the program runs with bash's words in
 * this process (one process for each of thousands of lines would take hours). One line of each shape goes through the
 * executable, found on the PATH.
 */
let service: TestService
let http: HttpClient
let stage: Stage
beforeAll(async () => {
  stage = await startStage({
    providers: ['hunter'],
    env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_RUNS_PER_MINUTE: '0' },
  })
  service = stage.service
  http = httpClient(service.url, service.workspace.keys.test)
})
afterAll(() => stage.stop())

/** The tests request this many at once. */
const AT_ONCE = 8
/** The sandbox's wallet, in USD: an example that is estimated at more is sent, and does not run. */
const SANDBOX_WALLET = 100
const QUESTIONS = 40

const env = () => ({ SVC_BASE_URL: service.url, SVC_API_KEY: service.workspace.keys.test })
interface Pasted extends Ended {
  readonly line: string
}
/** `more` is appended to the words of each line. */
const paste = async (
  lines: readonly string[],
  { more = [], fetch: fetcher }: { readonly more?: readonly string[]; readonly fetch?: typeof fetch } = {},
): Promise<Pasted[]> => {
  const words = await wordsOf(lines)
  expect(words.length).toBe(lines.length)
  return each(
    lines.map((line, index) => ({ line, argv: [...(words[index] ?? []), ...more] })),
    async ({ line, argv }) => ({
      line,
      ...(await svc(argv, { env: env(), ...(fetcher === undefined ? {} : { fetch: fetcher }) })),
    }),
  )
}

/** The commands in sentences, as `svc` prints them: from `svc` to the end of a line. */
const commandsIn = (hints: unknown): string[] =>
  (Array.isArray(hints) ? hints.map((hint) => inCommandWords(String(hint), 'svc')) : []).flatMap(
    (hint) => /(?:^|: )`?(svc [^`]+)`?$/s.exec(hint)?.[1] ?? [],
  )
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const failing = (pasted: readonly Pasted[]): string[] =>
  pasted.filter(({ code }) => code !== 0).map(({ line, code, stderr }) => `${code} ${line}\n${stderr}`)

async function each<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = []
  const pending = [...items.entries()]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) done[next[0]] = await work(next[1])
    }),
  )
  return done
}

/** The order of members does not matter. */
const sorted = (body: unknown): string => JSON.stringify(membersOf(body).toSorted(([a], [b]) => (a < b ? -1 : 1)))

interface Runnable {
  readonly estimate: number
  readonly line: string
  readonly example: unknown
}

/** The hints of everything that the catalog lists. */
async function hintsOfCatalog(): Promise<string[]> {
  const providers = list((await http.get('/v1/catalog/providers')).at('items')).map((item) =>
    String(at(item, 'provider')),
  )
  const lists = [
    '/v1/catalog/capabilities',
    ...providers.map((provider) => `/v1/catalog/providers/${provider}/endpoints`),
  ]
  const pages = await each(lists, async (path) => list((await http.get(`${path}?limit=1000`)).at('items')))
  return pages.flat().map((item) => String(at(item, 'hint')))
}

/** A line that runs, and the body that it represents. */
function runnable({ stdout }: Pasted): Runnable[] {
  const inspection: unknown = JSON.parse(stdout)
  const line = at(inspection, 'run', 'cli')
  return typeof line === 'string'
    ? [{ line, estimate: Number(at(inspection, 'cost', 'estimate') ?? 0), example: at(inspection, 'example') }]
    : []
}

describe('every command that the API prints works when it is pasted', () => {
  it('in the catalog and in discover: every hint inspects, and every run command sends exactly the example and runs', async () => {
    const open: unknown = JSON.parse(
      await readFile(new URL('../../discover/queries-open.json', import.meta.url), 'utf8'),
    )
    const questions = [
      ...list(at(open, 'queries'))
        .slice(0, QUESTIONS)
        .map((one) => String(at(one, 'query'))),
      'zzqx vvkk',
    ]
    const answers = await each(questions, async (query) => (await http.post('/v1/discover', { query })).body)
    const inspects = new Set([
      ...(await hintsOfCatalog()),
      ...answers.flatMap((answer) => list(at(answer, 'items')).map((item) => String(at(item, 'hint')))),
    ])
    const next = new Set(answers.flatMap((answer) => commandsIn(at(answer, 'hints'))))
    expect({ inspects: inspects.size > 1_000, next: next.size > 10 }).toEqual({ inspects: true, next: true })
    const inspected = await paste([...inspects], { more: ['--json'] })
    expect(failing([...inspected, ...(await paste([...next]))])).toEqual([])

    const lines = inspected.flatMap(runnable)
    expect(lines.length).toBeGreaterThan(1_000)
    const sent = new Set<string>()
    const noting: typeof fetch = async (_, init) => {
      const { wait_seconds: __, ...body } = JSON.parse(String(init?.body))
      sent.add(sorted(body))
      return Response.json({ run_id: 'run_noted', done: true, status: 'succeeded', attempts: [] })
    }
    expect(
      failing(
        await paste(
          lines.map(({ line }) => line),
          { fetch: noting },
        ),
      ),
    ).toEqual([])
    expect(lines.filter(({ example }) => !sent.has(sorted(example))).map(({ line }) => line)).toEqual([])
    const affordable = lines.filter(({ estimate }) => estimate < SANDBOX_WALLET)
    expect(lines.length - affordable.length).toBeLessThan(5)
    expect(failing(await paste(affordable.map(({ line }) => line)))).toEqual([])
  })

  it('in the history, and for an actor without a name', async () => {
    await http.post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada Example', domain: 'example.com' },
    })
    const answers = [
      at((await http.get('/v1/history?q=example.com&kind=domain')).body, 'hints'),
      at((await http.post('/v1/inspect', { provider: 'apify', endpoint: '/v2/actors/{actorId}/runs' })).body, 'hints'),
    ]
    const lines = answers.flatMap(commandsIn)
    expect(lines).toEqual([expect.stringMatching(/^svc runs get run_/), expect.stringMatching(/^svc inspect apify /)])
    expect(failing(await paste(lines))).toEqual([])
  })

  it("in the program's hints, which repeat a given environment and address", async () => {
    const { keys } = service.workspace
    const files = new Map([
      [
        `${FOLDER}/.data/credentials.json`,
        JSON.stringify({ base_url: service.url, test_key: keys.test, live_key: keys.live }),
      ],
    ])
    const output = async (argv: readonly string[]): Promise<string> => (await svc(argv, { files })).stderr.trim()
    await occupyAccount(service.db, 'hunter')
    const run = ['run', 'contact.find', 'full_name=Ada Example', 'domain=example.com', '--provider', 'hunter', '--live']
    const answers = [
      await output([...run, '--async']),
      await output(['--base-url', service.url, ...run, '--wait', '0']),
    ]
    await freeAccount(service.db, 'hunter')
    const lines = answers.flatMap((one) => commandsIn([one]))
    expect(lines).toEqual([
      expect.stringMatching(/^svc --live runs get run_\w+ --wait$/),
      expect.stringMatching(/^svc --base-url http:\S+ --live runs get run_\w+ --wait$/),
    ])
    for (const argv of await wordsOf(lines))
      expect(await svc(argv, { files })).toMatchObject({ code: 0, stdout: expect.stringMatching(/^succeeded/) })
    // What the service prints also names the environment: a history belongs to one, and so does a price.
    const inspected = await svc(['inspect', 'contact.find', '--live'], { files })
    const others = [
      ...commandsIn((await output(['history', 'example.com', '--kind', 'domain', '--live'])).split('\n')),
      /\$ (svc .*)$/m.exec(inspected.stdout)?.[1] ?? '',
    ]
    expect(others).toEqual([
      expect.stringMatching(/^svc --live runs get run_/),
      expect.stringMatching(/^svc --live run contact\.find /),
    ])
    for (const argv of await wordsOf(others)) expect(await svc(argv, { files })).toMatchObject({ code: 0 })
  })

  it('through the executable on the PATH, one of each shape', async () => {
    const capability = await http.post('/v1/inspect', { capability: 'contact.find' })
    const raw = await each(
      [
        ['sec', '/submissions/CIK{cik}.json'],
        ['dataforseo', '/v3/serp/google/organic/live/advanced'],
        ['hunter', '/email-finder'],
      ],
      async ([provider, endpoint]) => (await http.post('/v1/inspect', { provider, endpoint })).body,
    )
    const lines = [
      'svc inspect contact.find',
      "svc inspect sec '/submissions/CIK{cik}.json'",
      "svc discover 'work email of a person'",
      String(capability.at('run', 'cli')),
      ...raw.map((body) => String(at(body, 'run', 'cli'))),
    ]
    await withFolder(async (folder) => {
      await mkdir(join(folder, 'bin'))
      await symlink(EXECUTABLE, join(folder, 'bin/svc'))
      const { stdout } = await bash(lines.map((line) => `${line} >/dev/null 2>&1; echo $?`).join('\n'), {
        ...env(),
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
      })
      expect(
        stdout
          .trim()
          .split('\n')
          .map((code, index) => `${code} ${lines[index]}`),
      ).toEqual(lines.map((line) => `0 ${line}`))
    })
  })
})
