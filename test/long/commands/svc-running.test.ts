import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { widthOf } from '../../../packages/cli/output/text.ts'
import { at, httpClient } from '../../support/http.ts'
import { type CliOptions, type Ended, HOME, svc } from '../../support/cli.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const env = () => ({ SVC_BASE_URL: service.url, SVC_API_KEY: service.workspace.keys.test })
const cli = (argv: readonly string[], options: CliOptions = {}): Promise<Ended> =>
  svc(argv, { ...options, env: { ...env(), ...options.env } })
const ADA = ['full_name=Ada Example', 'domain=example.com']
const json = ({ stdout }: Ended): unknown => JSON.parse(stdout)
const itemsOf = (ended: Ended): unknown[] => [at(json(ended), 'items')].flat()

describe('on a narrow terminal', () => {
  const question = ['discover', 'companies that use a technology', '--limit', '15']

  it.each([80, 60, 40])('discover has no line that is too long, and cuts no name: %i columns', async (columns) => {
    const { stdout } = await cli(question, { columns, env: { NO_COLOR: '1' } })
    expect(stdout.split('\n').filter((line) => widthOf(line) > columns)).toEqual([])
    for (const item of itemsOf(await cli([...question, '--json'])))
      expect(stdout.replaceAll('\n  /', '/')).toContain(`${String(at(item, 'capability') ?? at(item, 'endpoint'))}\n`)
    expect(stdout).toMatch(/^company\.technologies\n {2}Technologies of a website\s+\(live,\s+from\s+0\.\d+\s+USD\)\n/)
  })

  it('discover is a table where it fits', async () => {
    expect((await cli(question, { columns: 140 })).stdout).toContain('WHAT')
  })
})

describe("the run's page in the dashboard", () => {
  const page = () => new RegExp(`See ${service.url}/dashboard/test/runs/run_\\w+\\n$`)

  it('is named after a run on a terminal, with and without a wait', async () => {
    const { stderr } = await cli(['run', 'contact.find', ...ADA], { columns: 100 })
    expect(stderr).toMatch(page())
    const shown = await httpClient(service.url).get(new URL(/http\S+/.exec(stderr)?.[0] ?? '').pathname)
    expect([shown.status, shown.headers.get('location')]).toEqual([303, expect.stringContaining('to=%2Fdashboard')])
    expect((await cli(['run', 'contact.find', ...ADA, '--async'], { columns: 100 })).stderr).toMatch(page())
  })

  it.each([[['--json']], [['--quiet']], [['--field', 'run_id']]])('is not named with %j', async (more) => {
    expect((await cli(['run', 'contact.find', ...ADA, ...more], { columns: 100 })).stderr).not.toContain('dashboard')
  })
})

describe('a misspelt name', () => {
  it.each<[string, readonly string[], string]>([
    ['capability of a run', ['run', 'contact.fnd', 'a=b'], 'Did you mean contact.find?'],
    ['capability of a watch', ['watches', 'create', 'contact.fnd', '--every', '1d'], 'Did you mean contact.find?'],
    ['capability to inspect', ['inspect', 'contact.fnd'], 'Did you mean "contact.find"'],
    ['provider of a raw run', ['run', 'huntr', '/email-finder'], 'Did you mean hunter?'],
    ['endpoint of a raw run', ['run', 'hunter', '/email-findr'], 'Did you mean /email-finder?'],
    ['provider of a run', ['run', 'contact.find', ...ADA, '--provider', 'huntr'], 'Did you mean hunter?'],
    ['provider of a filter', ['runs', '--provider', 'huntr'], 'Did you mean hunter?'],
    ['capability of a filter', ['runs', '--capability', 'contact.fnd'], 'Did you mean contact.find?'],
    ['provider of discover', ['discover', 'email', '--provider', 'huntr'], 'Did you mean hunter?'],
    ['choice of an option', ['runs', '--status', 'suceeded'], 'Did you mean succeeded?'],
    ['choice of an argument', ['accounts', 'connect', 'linkdin'], 'Did you mean linkedin?'],
  ])('gets a suggestion: %s', async (_, argv, suggestion) => {
    // A busy machine may not answer with its names in time: the command is typed again.
    await until(
      async () => (await cli(argv)).stderr,
      (output) => output.includes(suggestion),
    )
  })

  it('gets none where the name is known, or nothing is similar', async () => {
    const known = await cli(['run', 'contact.find', ...ADA, '--provider', 'hunter'])
    expect([known.code, known.stderr]).toEqual([1, expect.not.stringContaining('Did you mean')])
    expect((await cli(['run', 'zzzzzz.qqqq', 'a=b'])).stderr).not.toContain('Did you mean')
  })
})

describe('from a query to a result', () => {
  it("discovers without a key, names the next step, and prints the API's own JSON", async () => {
    const found = await svc(['discover', 'work', 'email', 'of', 'a', 'person'], { env: { SVC_BASE_URL: service.url } })
    expect(found).toMatchObject({ code: 0, stderr: expect.stringContaining('svc inspect contact.find') })
    expect(found.stdout).toMatch(/^WHAT +TITLE.*\ncontact\.find /)
    const answer = await cli(['discover', 'work email', '--limit', '2', '--kind', 'capability', '--json'])
    expect(json(answer)).toMatchObject({ items: [{ capability: 'contact.find' }, { kind: 'capability' }] })
    expect(answer.stderr).toBe('')
  })

  it('states of a search without results which words matched, and where to report what is missing', async () => {
    const found = await cli(['discover', 'zqxwv', 'compny', 'email', '--provider', 'fred', '--kind', 'capability'])
    expect(found).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing has: zqxwv, compny.') })
    for (const output of ['did you mean company', 'Other words matched, but not enough: email.', 'svc feedback'])
      expect(found.stderr).toContain(output)
    expect(found.stderr).toMatch(/Nearest capabilities: [a-z_]+\.[a-z_]+/)
  })

  it('inspects a capability and an endpoint: input, prices, and the line that runs it', async () => {
    const capability = await cli(['inspect', 'contact.find'])
    expect(capability).toMatchObject({ code: 0, stderr: expect.stringContaining('sandbox') })
    for (const output of ['full_name', 'sandbox-alpha', '0.0143', '$ svc run contact.find --input'])
      expect(capability.stdout).toContain(output)
    expect(capability.stdout).toMatch(/sandbox-alpha .* eu, kept 0 days/)
    expect(capability.stdout).toMatch(/They take\n.*\n.*sandbox-alpha +full_name and domain/)
    const endpoint = await cli(['inspect', 'sec', '/submissions/CIK{cik}.json'])
    expect(endpoint.stdout).toContain('cik')
    expect(endpoint.stdout).toContain("$ svc run sec '/submissions/CIK{cik}.json' --path")
  })

  it('runs, and shows status, provider, charge, result, attempts and id', async () => {
    const { code, stdout, stderr } = await cli(['run', 'contact.find', ...ADA])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const output of [
      /^succeeded {2}contact\.find {2}simulated/,
      /provider +sandbox-alpha/,
      /charged +0\.0143 USD/,
      /email +ada\.example@example\.com/,
      /sandbox-alpha +▇+ .*succeeded/,
      /run {2}run_\w+\n$/,
    ]) {
      expect(stdout).toMatch(output)
    }
  })

  it('runs on the next provider, and shows both attempts; --no-fallback makes one', async () => {
    const both = await cli(['run', 'contact.find', 'full_name=Ada +fallback', 'domain=example.com'])
    expect(both.code).toBe(0)
    expect(both.stdout).toMatch(/sandbox-alpha .*provider_error[\s\S]*sandbox-beta .*succeeded/)
    const one = await cli([
      'run',
      'contact.find',
      'full_name=Ada +fallback',
      'domain=example.com',
      '--no-fallback',
      '--json',
    ])
    expect(json(one)).toMatchObject({ status: 'failed', attempts: [{ provider: 'sandbox-alpha' }] })
    expect(one.code).toBe(1)
  })

  it('takes JSON from the command line, a file and standard input, with name=value on top', async () => {
    const input = { full_name: 'Robin Sample', domain: 'example.com' }
    const files = new Map([['in.json', JSON.stringify(input)]])
    const emails = await Promise.all([
      cli(['run', 'contact.find', '--input', JSON.stringify(input), '--json']),
      cli(['run', 'contact.find', '--input', '@in.json', '--json'], { files }),
      cli(['run', 'contact.find', '--input', '-', '--json'], { stdin: JSON.stringify(input) }),
    ])
    for (const answer of emails) expect(json(answer)).toMatchObject({ result: { email: 'robin.sample@example.com' } })
    const onTop = await cli([
      'run',
      'contact.find',
      'full_name=Ada Example',
      '--input',
      JSON.stringify(input),
      '--json',
    ])
    expect(json(onTop)).toMatchObject({ result: { email: 'ada.example@example.com' } })
    expect(
      json(await cli(['run', 'web.search', 'query=shoes', 'limit:=2', '--max-cost', '0.5', '--json'])),
    ).toMatchObject({ status: 'succeeded' })
  })

  it('runs a raw endpoint with path and query', async () => {
    const raw = await cli(['run', 'sec', '/submissions/CIK{cik}.json', '--path', '{"cik":"0000320193"}'])
    expect(raw).toMatchObject({ code: 0, stdout: expect.stringMatching(/^succeeded {2}sec [\s\S]*cik +0000320193/) })
    expect(await cli(['run', 'contact.find', ...ADA, '--path', '{}'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('raw run'),
    })
  })

  it('runs once for one key', async () => {
    const key = ['--idempotency-key', 'cli-once', '--json']
    const [first, again] = [
      await cli(['run', 'contact.find', ...ADA, ...key]),
      await cli(['run', 'contact.find', ...ADA, ...key]),
    ]
    expect(again.stdout).toBe(first.stdout)
    expect(again.stderr).toContain('was used before')
  })
})

describe('a part of a result', () => {
  const POSTS = ['run', 'social.posts', 'platform=reddit', 'handle=robin.sample', 'limit:=30']
  const PART = ['--fields', 'items.post_url, items.likes', '--max-items', '2', '--summary']

  it('is what a run answers, at once and after a wait', async () => {
    const once = await cli([...POSTS, ...PART])
    expect(once.stdout).toMatch(/post_url[\s\S]*Summary\n +items +2 of 30\n[\s\S]*left out, string/)
    const item = { post_url: expect.any(String), likes: expect.any(Number) }
    const answered = json(await cli([...POSTS, ...PART, '--json']))
    expect(at(answered, 'result')).toEqual({ items: [item, item] })
    const read = await cli(['runs', 'get', String(at(answered, 'run_id')), ...PART, '--json'])
    expect([at(json(read), 'result'), at(json(read), 'result_summary')]).toEqual([
      at(answered, 'result'),
      at(answered, 'result_summary'),
    ])
    const slow = ['run', 'contact.find', 'full_name=Ada +slow-2', 'domain=example.com', '--fields', 'email']
    const waited = await cli([...slow, '--json'], { columns: 120 })
    expect(at(json(waited), 'result')).toEqual({ email: 'ada@example.com' })
  })

  it('is read slice by slice, by the command that each slice names', async () => {
    const runId = (await cli([...POSTS, '--field', 'run_id'])).stdout.trim()
    const all = json(await cli(['runs', 'get', runId, '--json']))
    const urls: unknown[] = []
    let argv = ['runs', 'get', runId, '--path', 'items', '--limit', '12', '--fields', 'post_url']
    for (let slices = 1; slices <= 3; slices += 1) {
      const shown = await cli(argv)
      expect(shown.stdout).toMatch(new RegExp(`Result at items {2}${urls.length} to \\d+ of 30\n`))
      urls.push(...[...shown.stdout.matchAll(/post_url +(\S+)/g)].map(([, url]) => url))
      argv = /: svc (runs get .+)/.exec(shown.stderr)?.[1]?.split(' ') ?? []
    }
    expect(argv).toEqual([])
    expect(urls).toEqual([at(all, 'result', 'items')].flat().map((post) => at(post, 'post_url')))
    expect((await cli(['runs', 'get', runId, '--path', 'nothing'])).stdout).toContain('Result at nothing\n  nothing')
  })

  it.each([
    ['a list longer than the API takes', [...POSTS, '--max-items', '10001'], '--max-items'],
    ['an offset without a path', ['runs', 'get', 'run_1', '--offset', '3'], '/offset'],
  ])('is refused with %s', async (_, argv, output) => {
    expect(await cli(argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(output) })
  })
})

describe('runs that take time', () => {
  const SLOW = ['full_name=Ada +slow-2', 'domain=example.com']

  it('prints the id with --async, and waits for its end later', async () => {
    const started = await cli(['run', 'contact.find', ...SLOW, '--async'])
    expect(started.stdout).toMatch(/^run_\w+\n$/)
    const runId = started.stdout.trim()
    expect(started.stderr).toContain(`svc runs get ${runId} --wait`)
    expect(await cli(['runs', 'get', runId, '--wait', '0'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('not ended'),
    })
    expect(await cli(['runs', 'get', runId, '--wait'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('succeeded'),
    })
  })

  it('shows progress on a terminal, and clears the line', async () => {
    const { code, stderr, stdout } = await cli(['run', 'contact.find', ...SLOW], { columns: 120 })
    expect(code).toBe(0)
    expect(stderr).toMatch(/running {2}contact\.find {2}run_\w+ .*\d s/)
    expect(stderr).toContain('\r\u001b[2KSee ')
    expect(stdout).toContain('succeeded')
    expect((await cli(['run', 'contact.find', ...SLOW, '--quiet'], { columns: 120 })).stderr).toBe('')
  })

  it('leaves the run alone when it is interrupted, and names the command to read it', async () => {
    const controller = new AbortController()
    const { code, stderr } = await cli(['run', 'contact.find', ...SLOW], {
      columns: 120,
      interrupted: controller.signal,
      onWrite: (text) => {
        if (text.includes('running')) controller.abort()
      },
    })
    const runId = /svc runs get (run_\w+) --wait/.exec(stderr)?.[1] ?? ''
    expect({ code, runId }).toEqual({ code: 130, runId: expect.stringMatching(/^run_/) })
    expect(json(await cli(['runs', 'get', runId, '--wait', '--json']))).toMatchObject({ status: 'succeeded' })
  })
})

describe('lists, and other requests', () => {
  it('lists runs by page, all of them line by line, and by filter', async () => {
    const page = await cli(['runs', '--limit', '1'])
    expect(page.stderr).toMatch(/--cursor cur_[\w-]+/)
    const lines = (await cli(['runs', '--all', '--json'])).stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(5)
    expect(at(lines[0], 'run_id')).toMatch(/^run_/)
    expect((await cli(['runs', '--status', 'failed'])).stdout).not.toContain('succeeded')
  })

  it('shows the wallet of the selected environment', async () => {
    expect(await cli(['wallet'])).toMatchObject({ code: 0, stdout: expect.stringContaining('test') })
    expect(
      (await svc(['wallet', '--json', '--key', service.workspace.keys.live], { env: { SVC_BASE_URL: service.url } }))
        .stdout,
    ).toContain('"environment":"live"')
    expect(await cli(['wallet', 'transactions', '--limit', '2'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/charge +-0\.0143/),
    })
  })

  it('calls any route, and exits with the code of its error', async () => {
    expect(json(await cli(['api', 'GET', '/v1/wallet']))).toMatchObject({ environment: 'test' })
    expect(
      json(await cli(['api', 'post', '/v1/discover', '-d', '{"query":"email"}', '-H', 'X-Nothing: at all'])),
    ).toHaveProperty('items')
    expect(await cli(['api', 'GET', '/v1/nothing'])).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('not_found'),
    })
    for (const path of ['v1/wallet', '//example.com/x', 'https://example.com'])
      expect((await cli(['api', 'GET', path])).code).toBe(2)
  })

  it('stores a key once the service has confirmed it, and deletes it', async () => {
    const files = new Map<string, string>()
    const kept = `${HOME}/.config/svc/config.json`
    const login = (key: string) => svc(['login', '--base-url', service.url, '--key', '-'], { stdin: `${key}\n`, files })
    expect(await login('svc_test_wrong')).toMatchObject({ code: 3, stdout: '' })
    expect(files.size).toBe(0)
    expect((await login(service.workspace.keys.test)).stderr).not.toContain(service.workspace.keys.test)
    expect((await login(service.workspace.keys.live)).code).toBe(0)
    expect(JSON.parse(files.get(kept) ?? '')).toEqual({
      base_url: service.url,
      test_key: service.workspace.keys.test,
      live_key: service.workspace.keys.live,
    })
    expect((await svc(['whoami'], { files })).stdout).toMatch(/environment +test/)
    expect((await svc(['whoami', '--live'], { files })).stdout).toMatch(/environment +live/)
    expect((await svc(['logout'], { files })).code).toBe(0)
    expect(files.size).toBe(0)
    expect(await svc(['wallet'], { files, env: { SVC_BASE_URL: service.url } })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('svc login'),
    })
  })
})

describe('errors are reported in full, with an exit code', () => {
  it.each<[string, readonly string[], number, readonly string[]]>([
    [
      'an input that lacks a member',
      ['run', 'contact.find', 'full_name=Ada'],
      2,
      ['invalid_request', '/input', 'request_id', 'What to do:'],
    ],
    ['an unknown capability', ['inspect', 'contact.fnd'], 4, ['capability_not_found', 'contact.find']],
    ['no match', ['run', 'contact.find', 'full_name=Ada +no-match', 'domain=example.com'], 4, ['no_match']],
    [
      'every provider failed',
      ['run', 'contact.find', 'full_name=Ada +error', 'domain=example.com'],
      1,
      ['provider_error', 'What to do:'],
    ],
    ['too dear', ['run', 'contact.find', ...ADA, '--max-cost', '0.001'], 5, ['cost_limit_exceeded', 'controls']],
    ['an unknown run', ['runs', 'get', 'run_00000000000000000000000000'], 4, ['invalid_request']],
    ['a wrong key', ['wallet', '--key', 'svc_test_wrong'], 3, ['unauthorized', 'svc login']],
    ['an unknown command', ['discovr', 'x'], 2, ['Did you mean discover']],
    ['an unknown subcommand', ['runs', 'gt', 'x'], 2, ['did you mean get']],
    ['an unknown option', ['run', 'contact.find', '--max-csot', '1'], 2, ['--max-cost']],
    ['invalid JSON', ['run', 'contact.find', '--input', '{"password":"hunter2"'], 2, ['--input is not JSON']],
    ['an invalid pair', ['run', 'contact.find', 'Ada'], 2, ['name=value']],
  ])('%s', async (_, argv, code, output) => {
    const ended = await cli(argv)
    expect(ended.code).toBe(code)
    for (const one of output) expect(ended.stderr).toContain(one)
    expect(ended.stderr).not.toContain('hunter2')
  })

  it('gives the envelope on stdout with --json', async () => {
    expect(json(await cli(['inspect', 'contact.fnd', '--json']))).toMatchObject({
      error: { code: 'capability_not_found', request_id: expect.stringMatching(/^req_/) },
    })
  })

  it('is unreachable without a service', async () => {
    expect(await svc(['wallet'], { env: { SVC_BASE_URL: 'http://127.0.0.1:9' } })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('http://127.0.0.1:9'),
    })
  })
})
