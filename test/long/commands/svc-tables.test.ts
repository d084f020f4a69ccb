import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bash } from '../../support/bash.ts'
import { type CliOptions, type Ended, EXECUTABLE, svc, withFolder } from '../../support/cli.ts'
import { at } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const env = () => ({ SVC_BASE_URL: service.url, SVC_API_KEY: service.workspace.keys.test })
const cli = (argv: readonly string[], options: CliOptions = {}): Promise<Ended> =>
  svc(argv, { ...options, env: { ...env(), ...options.env } })
const json = ({ stdout }: Ended): unknown => JSON.parse(stdout)
const lines = ({ stdout }: Ended): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('tables', () => {
  it('explain how they are turned on', async () => {
    expect(await cli(['tables'])).toMatchObject({ code: 3, stderr: expect.stringContaining('svc tables on') })
    expect(await cli(['tables', 'on'])).toEqual({ code: 0, stdout: 'tables are on\n', stderr: '' })
  })

  it('are made, written, listed and shown', async () => {
    expect((await cli(['tables', 'create', 'leads', '--keyed-by', 'email', '--description', 'Demo'])).stdout).toBe(
      'leads keyed by email\n',
    )
    expect(
      (
        await cli([
          'tables',
          'write',
          'leads',
          'email=ada@example.com',
          'full_name=Ada Example',
          'age:=36',
          '--status',
          'new',
        ])
      ).stdout,
    ).toBe('leads: 1 inserted, 0 updated, 0 unchanged\n')
    const two = await cli(['tables', 'write', 'leads', '-'], {
      stdin: '[{"email":"robin@example.com"},{"full_name":"Nobody"}]',
    })
    expect(two.stdout).toMatch(
      /^leads: 1 inserted[\s\S]*refused row 1: has no email address, which is the key of this table: it needs one in the field `email`/,
    )
    expect((await cli(['tables'])).stdout).toMatch(/leads +2 +1 new, 1 none +email +Demo/)
    expect((await cli(['tables', 'get', 'leads'])).stdout).toMatch(/full_name +string +50 %/)
    expect(
      (await cli(['tables', 'edit', 'leads', '--title', 'Demo requests', '--columns', '[{"name":"full_name"}]'])).code,
    ).toBe(0)
    expect(json(await cli(['tables', 'get', 'leads', '--json']))).toMatchObject({
      title: 'Demo requests',
      columns: [{ name: 'full_name' }, {}, {}],
    })
  })

  it('filter, order and page their rows', async () => {
    expect((await cli(['tables', 'rows', 'leads', '--status', 'new'])).stdout).toMatch(
      /^KEY +STATUS .*\nada@example\.com +new .*\n$/,
    )
    expect(
      lines(
        await cli([
          'tables',
          'rows',
          'leads',
          '--where',
          '{"email":{"contains":"example.com"}}',
          '--order',
          'email',
          '--fields',
          'email',
          '--all',
          '--json',
        ]),
      ),
    ).toEqual([
      { key: 'ada@example.com', email: 'ada@example.com' },
      { key: 'robin@example.com', email: 'robin@example.com' },
    ])
    const page = await cli(['tables', 'rows', 'leads', '--limit', '1'])
    expect(page.stderr).toContain('--cursor ')
  })

  it('store the result of a run, and report that', async () => {
    const run = await cli([
      'run',
      'person.enrich',
      'email=ada@example.com',
      '--record',
      '{"table":"leads","key":"ada@example.com","save":"all"}',
    ])
    expect(run.stdout).toMatch(/written +leads {2}ada@example\.com/)
    expect((await cli(['run', 'person.enrich', 'email=ada@example.com'])).stdout).toMatch(
      /provider +a saved answer\n +charged +0\.00 USD[\s\S]*saved in +leads ada@example\.com, of run_/,
    )
    expect(
      (await cli(['run', 'social.search', 'platform=linkedin', 'query=tools', '--into', 'leads:found'])).stdout,
    ).toMatch(/written +leads/)
  })

  it('change, claim and delete rows', async () => {
    expect(
      (
        await cli([
          'tables',
          'update',
          'leads',
          '{"keys":["ada@example.com"],"set":{"status":"contacted","next_at":"+4d"}}',
        ])
      ).stdout,
    ).toContain('1 updated')
    expect(
      json(
        await cli([
          'tables',
          'update',
          'leads',
          '{"if_status":"contacted","limit":5,"set":{"status":"claimed"}}',
          '--json',
        ]),
      ),
    ).toMatchObject({ updated: 1, items: [{ status: 'claimed' }] })
    expect((await cli(['tables', 'delete', 'leads', 'robin@example.com'])).stdout).toBe('1 deleted\n')
    expect((await cli(['tables', 'delete', 'leads', '{"status":"nothing","limit":3}'])).stdout).toBe('0 deleted\n')
  })

  it('are read without being written, and get the fields that their columns are mapped to', async () => {
    const files = new Map([['mapped.csv', 'Zugang,Notiz\nmapped@example.com,x\n']])
    const dry = await cli(['tables', 'import', 'mapped', 'mapped.csv', '--dry-run'], { files })
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('1 lines, nothing written')])
    expect(dry.stdout).toContain('Zugang')
    const map = ['--map', 'Zugang=email', '--map', 'Notiz=']
    expect((await cli(['tables', 'import', 'mapped', 'mapped.csv', ...map], { files })).stdout).toContain('1 inserted')
    const rows = await cli(['tables', 'rows', 'mapped', '--json'])
    expect(JSON.parse(rows.stdout).items).toMatchObject([{ email: 'mapped@example.com' }])
    expect(rows.stdout).not.toContain('Notiz')
    const wrong = await cli(['tables', 'import', 'mapped', 'mapped.csv', '--map', 'email'], { files })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('is not column=field')])
  })

  it('are exported as CSV to a pipe, a file and a terminal, and imported again', async () => {
    const files = new Map([['people.csv', 'email,full_name\nsam@example.com,"Sam \u001b[31m Example"\n']])
    expect((await cli(['tables', 'import', 'people', 'people.csv', '--status', 'new'], { files })).stdout).toBe(
      'people: 1 inserted, 0 updated, 0 unchanged, table created\n',
    )
    const piped = await cli(['tables', 'export', 'people'])
    expect(piped.stdout).toMatch(/^key,status.*\nsam@example\.com,new,/)
    expect(piped.stdout).toContain('\u001b[31m')
    expect((await cli(['tables', 'export', 'people'], { columns: 80 })).stdout).not.toContain('\u001b')
    expect(await cli(['tables', 'export', 'people', '--out', 'out.csv'], { files })).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect(files.get('out.csv')).toBe(piped.stdout)
    expect((await cli(['tables', 'import', 'people', '-'], { stdin: piped.stdout })).stdout).toContain('1 unchanged')
    expect(await cli(['tables', 'import', 'people', 'none.csv'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file none.csv'),
    })
    expect(await cli(['tables', 'export', 'nobody', '--out', 'none.csv'], { files })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('not_found'),
    })
    expect(files.has('none.csv')).toBe(false)
  })

  it('are exported by a filter and in an order', async () => {
    await cli([
      'tables',
      'write',
      'scored',
      '[{"email":"a@example.com","score":1},{"email":"b@example.com","score":9}]',
    ])
    await cli(['tables', 'write', 'scored', 'email=c@example.com', 'score:=5', '--status', 'new'])
    const keysOf = async (...options: string[]) =>
      (await cli(['tables', 'export', 'scored', ...options])).stdout.match(/^\w@example\.com/gm)
    const [a, b, c] = ['a@example.com', 'b@example.com', 'c@example.com']
    expect(await keysOf('--where', '{"score":{"gte":5}}', '--order=-score')).toEqual([b, c])
    expect(await keysOf('--order', 'score')).toEqual([a, c, b])
    expect(await keysOf('--status', 'new')).toEqual([c])
    expect(await keysOf('--due')).toBeNull()
    expect(await cli(['tables', 'export', 'scored', '--where', '{"score":{"near":5}}'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('/where'),
    })
  })

  it('are dropped only with a confirmation', async () => {
    expect(await cli(['tables', 'drop', 'people'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect((await cli(['tables', 'drop', 'people', '--yes'])).stdout).toBe('people deleted, with 1 rows\n')
  })
})

describe('suppressions, history and feedback', () => {
  it('adds, lists and removes suppressions', async () => {
    expect((await cli(['suppressions', 'add', 'example.org', 'nobody', '--reason', 'unsubscribe'])).stdout).toMatch(
      /^1 added, 0 already suppressed\nrefused nobody: /,
    )
    expect((await cli(['suppressions', '--kind', 'domain'])).stdout).toMatch(/example\.org +domain +unsubscribe/)
    const blocked = await cli(['run', 'email.send', 'to:=["sam@example.org"]', 'subject=Hello', 'text=Hi'])
    expect(blocked).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/^blocked/),
      stderr: expect.stringContaining('suppressed'),
    })
    expect((await cli(['suppressions', 'remove', 'example.org', 'never.example'])).stdout).toBe(
      '1 removed\nnot on the list: never.example\n',
    )
  })

  it('shows the history of one subject, and of several', async () => {
    const one = await cli(['history', 'ada@example.com'])
    expect(one.stdout).toMatch(/subject +ada@example\.com \(email\)[\s\S]*person\.enrich/)
    expect(one.stderr).toMatch(/svc runs get run_\w+/)
    expect((await cli(['history', 'ada@example.com', 'never@example.com'])).stdout).toMatch(
      /^SUBJECT.*\nada@example\.com +email +\d.*\nnever@example\.com +email +0/,
    )
  })

  it('sends feedback without a key', async () => {
    const report = JSON.stringify({ type: 'bug', goal: 'Try', message: 'It is a test.' })
    expect(await svc(['feedback', report], { env: { SVC_BASE_URL: service.url } })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/report +fb_/),
    })
    expect(await svc(['feedback', '{"type":"bug"}'], { env: { SVC_BASE_URL: service.url } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('invalid_feedback'),
    })
  })
})

describe('completion', () => {
  it('in a real bash: commands, options, choices, and names of the service', async () => {
    const completions: readonly (readonly [string, readonly string[]])[] = [
      ['svc ru', ['run', 'runs']],
      ['svc runs ', ['list', 'get', 'view', 'cancel', 'approve', 'reject']],
      ['svc run contact.find_', ['contact.find_by_profile']],
      ['svc run contact.find full', ['full_name=']],
      ['svc run --max-cost 1 hunt', ['hunter']],
      ['svc runs --status succ', ['succeeded']],
      ['svc runs get run_1 --off', ['--offset']],
      ['svc run contact.find --max-i', ['--max-items']],
      ['svc tables rows le', ['leads']],
      ['svc tables cr', ['create']],
      ['svc inspect hunter /email-f', ['/email-finder']],
      ['svc completion f', ['fish']],
      ['svc nothing ', []],
      ['svc events --fol', ['--follow']],
    ]
    // Names of the service are left out when it does not answer in time: on a busy machine Tab is pressed again.
    const tries = completions.map(
      ([line, words]) =>
        `COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}
        for try in ${words.length === 0 ? '1' : '1 2 3 4 5'}; do _svc; [ -n "\${COMPREPLY[*]}" ] && break; done
        echo "\${COMPREPLY[*]}"`,
    )
    const { stdout } = await withFolder((folder) =>
      bash([`source <('${EXECUTABLE}' completion bash)`, ...tries].join('\n'), { ...env(), HOME: folder }),
    )
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line, index) => [completions[index]?.[0], line]),
    ).toEqual(completions.map(([line, words]) => [line, words.join(' ')]))
  })

  it('prints nothing and succeeds when the service is unreachable', async () => {
    expect(await svc(['__complete', '--', 'run', 'cont'], { env: { SVC_BASE_URL: 'http://127.0.0.1:9' } })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('has a script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(await svc(['completion', shell])).toMatchObject({ code: 0, stdout: expect.stringContaining(EXECUTABLE) })
    expect((await svc(['completion', 'tcsh'])).code).toBe(2)
  })
})

describe('an object of the service', () => {
  it('is printed with --json exactly as it came, long numbers included', async () => {
    await cli(['tables', 'write', 'leads', '{"email":"long@example.com","id":12345678901234567890}'])
    expect(
      (await cli(['tables', 'rows', 'leads', '--where', '{"email":"long@example.com"}', '--all', '--json'])).stdout,
    ).toContain('"id":12345678901234567890')
    expect((await cli(['tables', 'rows', 'leads', '--where', '{"email":"long@example.com"}'])).stdout).toContain(
      '12345678901234567890',
    )
    expect(at(json(await cli(['tables', 'get', 'leads', '--json'])), 'name')).toBe('leads')
  })
})
