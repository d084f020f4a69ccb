import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type CliOptions, type Ended, svc } from '../../support/cli.ts'
import { at } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())

const env = () => ({ SVC_BASE_URL: service.url, SVC_API_KEY: service.workspace.keys.test })
const cli = (argv: readonly string[], options: CliOptions = {}): Promise<Ended> =>
  svc(argv, { ...options, env: { ...env(), ...options.env } })
const json = ({ stdout }: Ended): unknown => JSON.parse(stdout)

/** A file of people; a tag in an email asks the sandbox for a scenario, `none` leaves it empty. */
const csvOf = (name: string, tags: readonly string[]): string =>
  [
    'Full Name,Work "Email"',
    ...tags.map((tag, row) => `Ada ${row},${tag === 'none' ? '' : `${name}${row}${tag}@example.com`}`),
  ]
    .map((line) => line.replace('Work "Email"', '"Work ""Email"""'))
    .join('\n')
const filesOf = (name: string, ...tags: readonly string[]): Map<string, string> =>
  new Map([['people.csv', csvOf(name, tags)]])
const VERIFY = [
  'jobs',
  'create',
  'contact.verify',
  '--csv',
  'people.csv',
  '--map',
  'email=Work "Email"',
  '--ceiling',
  '5',
]

const madeJob = async (files: Map<string, string>, ...options: string[]): Promise<string> =>
  String(at(json(await cli([...VERIFY, ...options, '--json'], { files })), 'job_id'))

describe('svc jobs create', () => {
  it('shows the estimate of a dry run, with the rows that cannot run', async () => {
    const { code, stdout } = await cli([...VERIFY, '--dry-run'], { files: filesOf('dry', '', '', 'none') })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/estimate +3 rows: 2 runnable, 1 invalid\n/)])
    expect(stdout).toMatch(/cost +\d\S+ USD expected, \d\S+ USD at most\n/)
    expect(stdout).toMatch(/ceiling +5\.00 USD\n\nINVALID ROW +WHY\n +3 +\S/)
    expect((await cli(['jobs'])).stderr).toBe('Nothing.\n')
  })

  it('waits for the end, shows how it ended, and writes the results', async () => {
    const files = filesOf('wait', '', '+no-match', '+error')
    const ended = await cli([...VERIFY, '--metadata', 'customer=acme', '--wait', '--out', 'found.csv'], { files })
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/^partially_succeeded\n/)])
    expect(ended.stdout).toMatch(/rows +3 of 3\n.*outcomes +1 found, 1 missed, 1 failed\n.*spent +\S+ of 5\.00 USD\n/s)
    expect(ended.stderr).toMatch(/3 of 3 rows, \S+ USD expected, at most 5\.00 USD\./)
    expect(ended.stderr).toMatch(
      /Wrote the results to found\.csv\.\nRun the failed rows again: svc jobs retry job_\w+\n/,
    )
    expect(files.get('found.csv')).toMatch(
      /^Full Name,"Work ""Email""",row,outcome,.*\nAda 0,\S+,1,found,run_.*\nAda 1,\S+,2,missed,.*\nAda 2,\S+,3,failed,/,
    )
    expect((await cli(['jobs', '--metadata', 'customer=acme'])).stdout).toMatch(
      /job_\w+ +partially_succeeded +contact\.verify +3\/3 +1 /,
    )
  })

  it('makes one job with one key, whatever the rows come from', async () => {
    const files = filesOf('once', '', '')
    const twice = [...VERIFY, '--idempotency-key', 'jobs-once', '--json']
    const [first, again] = [await cli(twice, { files }), await cli(twice, { files })]
    expect([at(json(again), 'job_id'), first.stderr]).toEqual([at(json(first), 'job_id'), ''])
    expect(again.stderr).toMatch(/This is the earlier job/)
    expect((await cli([...twice, '--pilot', '1'], { files })).code).toBe(2)
  })

  it('shows its progress on one line of a terminal', async () => {
    const { stderr } = await cli([...VERIFY, '--wait'], { files: filesOf('line', '+slow-3', ''), columns: 120 })
    expect(stderr).toMatch(/(estimating|running|finishing) {2}\[[#-]{20}\] {2}[012] of 2 .*\d of 5\.00 USD/)
    // The line is taken back each time.
    expect(stderr.split('\r\u001b[2K').length).toBeGreaterThan(3)
  })

  it('takes constants, items and a nested input', async () => {
    const dry = await cli(
      ['jobs', 'create', 'contact.find', 'domain=example.com', '--items', '[{"person":{"name":"Ada Example"}}]'].concat(
        '--map',
        'full_name=person.name',
        '--ceiling',
        '1',
        '--pilot',
        '0',
        '--json',
      ),
    )
    expect(json(dry)).toMatchObject({
      request: { input: { domain: 'example.com', full_name: '{{person.name}}' } },
      estimate: { runnable: 1 },
    })
  })

  it.each([
    [['--csv', 'people.csv', '--table', 'leads'], 'Name the rows by one of'],
    [[], 'Name the rows by one of'],
    [['--csv', 'people.csv', '--where', '{}'], 'rows of a --table'],
    [['--csv', 'people.csv', '--out', 'x.csv'], 'Add --wait'],
    [['--csv', 'people.csv', '--map', 'email'], 'is not name=value'],
    [['--csv', 'none.csv'], 'There is no file none.csv'],
  ])('refuses what does not fit, and sends nothing: %j', async (options, output) => {
    const ended = await cli(['jobs', 'create', 'contact.verify', '--ceiling', '1', ...options], {
      files: filesOf('no', ''),
      fetch: async () => Promise.reject(new Error('nothing is sent')),
    })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(output) })
  })
})

describe('a job', () => {
  it('waits for an approval after its pilot, and continues with it', async () => {
    const id = await madeJob(filesOf('pilot', '', '', ''), '--pilot', '1', '--approve', 'manual')
    const waits = await cli(['jobs', 'get', id, '--wait'])
    expect([waits.code, waits.stdout]).toEqual([6, expect.stringMatching(/^awaiting_approval {2}pilot_finished\n/)])
    expect(waits.stdout).toMatch(/rows +1 of 3\n.*advice +\S/s)
    expect(waits.stderr).toContain(`Let it continue: svc jobs approve ${id}\n`)
    expect((await cli(['jobs', 'edit', id, '--ceiling', '6'])).stdout).toMatch(/of 6\.00 USD/)
    expect((await cli(['jobs', 'approve', id])).code).toBe(0)
    expect(await cli(['jobs', 'get', id, '--wait'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^succeeded\n/),
      stderr: expect.stringContaining(`Download the results: svc jobs results ${id}`),
    })
  })

  it('ends its wait with an own code where money is missing', async () => {
    const id = await madeJob(filesOf('money', '', ''), '--ceiling', '0.000001', '--pilot', '0')
    const paused = await cli(['jobs', 'get', id, '--wait'])
    expect([paused.code, paused.stdout]).toEqual([5, expect.stringMatching(/^paused {2}ceiling_reached\n/)])
    expect(paused.stderr).toContain(`svc jobs edit ${id} --ceiling`)
    expect((await cli(['jobs', 'cancel', id])).code).toBe(0)
    expect(await cli(['jobs', 'get', id, '--wait'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^cancelled\n/),
    })
  })

  it('shows its rows and their results, and runs the failed ones again', async () => {
    const id = await madeJob(filesOf('rows', '', '+error'))
    await cli(['jobs', 'get', id, '--wait'])
    const rows = await cli(['jobs', 'items', id, '--outcome', 'failed'])
    expect(rows.stdout).toMatch(/^ROW +OUTCOME +CHARGED +RUN +WHY\n +2 +failed +run_\w+ +\S/)
    const results = await cli(['jobs', 'results', id, '--format', 'jsonl'])
    expect(
      results.stdout
        .trim()
        .split('\n')
        .map((line) => at(JSON.parse(line), 'outcome')),
    ).toEqual(['found', 'failed'])
    const retried = await cli(['jobs', 'retry', id])
    expect([retried.code, retried.stdout]).toEqual([0, expect.stringMatching(new RegExp(`retry of +${id}\n`))])
  })

  it('is paused and resumed', async () => {
    const id = await madeJob(filesOf('pause', '+slow-3', '+slow-3', ''), '--concurrency', '1')
    expect((await cli(['jobs', 'pause', id])).stdout).toMatch(/^paused {2}requested\n/)
    expect((await cli(['jobs', 'resume', id])).code).toBe(0)
    expect((await cli(['jobs', 'get', id, '--wait'])).stdout).toMatch(/^succeeded\n/)
  })

  it('continues when its wait is interrupted', async () => {
    const controller = new AbortController()
    const ended = await cli([...VERIFY, '--wait'], {
      files: filesOf('break', '+slow-3'),
      interrupted: controller.signal,
      onWrite: () => controller.abort(),
    })
    expect(ended).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/The job continues\. Wait for the end: svc jobs get job_\w+ --wait/),
    })
  })
})
