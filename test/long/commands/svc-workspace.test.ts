import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Ended, svc } from '../../support/cli.ts'
import { at, httpClient } from '../../support/http.ts'
import { confirmAddress, linkInLog } from '../../support/mail-links.ts'
import type { TestService } from '../../support/service.ts'
import { type Stage, startStage } from '../../support/stage.ts'

const PASSWORD = 'correct horse battery staple'
/** A key that Hunter's twin knows. */
const HUNTER_KEY = 'twin_hunter_ada'

let stage: Stage
let service: TestService
/** The person's files: what `svc login` stored. */
const files = new Map<string, string>()
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter'] })
  service = stage.service
  const session = await cli(['api', 'POST', '/v1/auth/signup', '-d', signUp('ada'), '--field', 'session_token'])
  await confirmAddress(service)
  await login('--session', session)
  await login('--key', await cli(['keys', 'create', 'sandbox', '--field', 'api_key']))
})
afterAll(() => stage.stop())

const signUp = (name: string): string =>
  JSON.stringify({ email: `${name}@example.com`, password: PASSWORD, workspace: name })
const cli = (argv: readonly string[], stdin = ''): Promise<Ended> =>
  svc(argv, { files, stdin, env: { SVC_BASE_URL: service.url } })
const login = (option: string, { stdout }: Ended): Promise<Ended> => cli(['login', option, '-'], stdout)
const output = async (argv: readonly string[]): Promise<string> => (await cli(argv)).stdout
const json = async (argv: readonly string[]): Promise<unknown> => JSON.parse(await output([...argv, '--json']))

describe('API keys', () => {
  it('are created by the stored session, in the environment in use, and are shown once', async () => {
    const created = await cli(['keys', 'create', 'laptop'])
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/id +key_\w+\n +key +svc_test_\w+\n$/) })
    expect(created.stderr).toContain('shown only once')
    expect(await output(['keys', 'create', 'ci', '--live', '--field', 'api_key'])).toMatch(/^svc_live_/)
    expect(await output(['keys'])).toMatch(/^KEY +NAME.*\nkey_\w+ +ci +live .*\nkey_\w+ +laptop +test /)
    expect(await json(['keys', 'list'])).toHaveProperty('items.0.name', 'ci')
  })

  it('are revoked by their id', async () => {
    const [key, id] = (await output(['keys', 'create', 'lost', '--field', 'api_key,id'])).trim().split(' ')
    expect(await output(['keys', 'revoke', id ?? ''])).toBe(`lost (${id}) revoked\n`)
    expect((await cli(['wallet', '--key', key ?? ''])).code).toBe(3)
  })

  it('create no keys themselves', async () => {
    const key = (await output(['keys', 'create', 'other', '--field', 'api_key'])).trim()
    const refused = await cli(['keys', 'create', 'more', '--key', key])
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('dashboard session') })
  })
})

describe('plan, usage and referrals', () => {
  it('show the plan, and the checkout of another one', async () => {
    expect(await output(['plan'])).toMatch(/plan +pay_per_call\n[\s\S]*tables +0 of 20\n/)
    const chosen = await cli(['plan', 'choose', 'plus'])
    expect(chosen).toMatchObject({ code: 0, stdout: expect.stringMatching(/checkout +http/) })
    expect(chosen.stderr).toContain('effective after payment')
    expect((await cli(['plan', 'choose', 'best'])).code).toBe(2)
    expect((await cli(['plan', 'cancel'])).code).toBe(0)
    expect(await output(['plan', 'view', '--field', 'plan'])).toBe('pay_per_call\n')
  })

  it('count the runs', async () => {
    await cli(['run', 'contact.find', 'full_name=Ada Example', 'domain=example.com'])
    expect(await output(['usage', '--by', 'provider'])).toMatch(/runs +1\n[\s\S]*sandbox-alpha +1 +1 +0\.0143\n$/)
    expect(await output(['usage'])).toMatch(/CAPABILITY[\s\S]*contact\.find +1 /)
    expect(await output(['usage', '--by', 'day', '--days', '7'])).toMatch(/\nDAY .*\n\d{4}-\d\d-\d\d +1 +1 /)
    const today = new Date().toISOString().slice(0, 10)
    expect(await output(['usage', '--since', today])).toMatch(/runs +1\n/)
    expect(await output(['usage', '--until', today])).toMatch(/runs +0\n/)
    expect((await cli(['usage', '--days', '0'])).code).toBe(2)
    const noted = await output([
      'run',
      'contact.find',
      'full_name=Ada Sample',
      'domain=example.com',
      '--metadata',
      'customer=acme',
      '--metadata=list=a=b',
    ])
    expect(noted).toMatch(/metadata +list=a=b {2}customer=acme\n/)
    expect(await output(['usage', '--group-by', 'metadata.customer'])).toMatch(
      /\nMETADATA\.CUSTOMER .*\n(?:acme +1 .*\nwithout +1 |without +1 .*\nacme +1 )/,
    )
    const listed = await output(['runs', '--metadata', 'customer=acme', '--metadata', 'list=a=b'])
    expect(listed.trim().split('\n')).toHaveLength(2)
    expect((await cli(['runs', '--metadata', 'customer'])).code).toBe(2)
    expect((await cli(['usage', '--by', 'day', '--group-by', 'day'])).code).toBe(2)
  })

  it('show the referral link', async () => {
    expect(await output(['referrals'])).toMatch(/link +http\S+\?ref=\w+\n/)
  })
})

describe('watches', () => {
  it('are created with the input of a run, refreshed, shown and deleted', async () => {
    expect(await cli(['watches', 'create', 'web.search', 'query=shoes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--every'),
    })
    const id = (
      await output(['watches', 'create', 'web.search', 'query=shoes', 'limit:=3', '--every', '1d', '--field', 'id'])
    ).trim()
    expect(await output(['watches', 'refresh', id])).toMatch(/state +done succeeded\n[\s\S]*new +3\n[\s\S]*- url /)
    expect(await output(['watches'])).toMatch(new RegExp(`^WATCH .*\\n${id} +active +web\\.search +1d `))
    const shown = await output(['watches', 'view', id])
    expect(shown).toMatch(/input +\{.*"query":"shoes".*\}\n[\s\S]*refresh_\w+ +succeeded +3 +0 +run_/)
    expect(await output(['watches', 'get', id])).toBe(shown)
    expect(await output(['watches', 'delete', id])).toBe(`${id} deleted\n`)
    expect(await cli(['watches', 'list'])).toMatchObject({ stdout: '', stderr: 'Nothing.\n' })
  })
})

describe('senders', () => {
  it('have inboxes and domains, whose records are shown and checked', async () => {
    expect(await output(['domains', 'add', 'mail.example.com'])).toMatch(
      /status +pending\n[\s\S]*\nTXT +send\.mail\.example\.com +v=spf1 \S/,
    )
    expect(await output(['domains', 'check', 'mail.example.com'])).toMatch(/status +active\n/)
    expect(await output(['domains'])).toMatch(/\nmail\.example\.com +active /)
    expect(await output(['inboxes', 'create', 'ada', '--domain', 'mail.example.com'])).toMatch(
      /address +ada@mail\.example\.com\n/,
    )
    expect(await output(['inboxes'])).toMatch(
      /inbox_\w+ +ada@mail\.example\.com +active[\s\S]*domains .*mail\.example\.com/,
    )
    expect(await output(['domains', 'remove', 'mail.example.com'])).toBe('mail.example.com removed\n')
  })

  it('have lists of people that are not processed, filled by a file', async () => {
    const [, id = ''] = /list +(dnp_\w+)/.exec(await output(['do-not-process', 'create', 'Objections', 'email'])) ?? []
    const uploaded = await cli(['do-not-process', 'upload', id, '-'], 'email\nrobin@example.com\nno address\n')
    expect(uploaded).toMatchObject({
      code: 2,
      stdout: '1 entries apply now\n',
      stderr: expect.stringContaining('line 3'),
    })
    expect(await output(['do-not-process'])).toMatch(new RegExp(`${id} +Objections +email +1 `))
    expect(await output(['do-not-process', 'receipts', id])).toMatch(
      /VERSION +STATUS +ROWS +RUNS[\s\S]*1 +(?:sweeping|finished) /,
    )
    expect(await output(['do-not-process', 'delete', id, '--yes'])).toBe('Objections deleted\n')
  })

  it('have accounts of every network, connected and disconnected by a person', async () => {
    const page = new URL((await output(['accounts', 'connect', 'linkedin'])).trim())
    expect((await httpClient(page.origin).post(page.pathname)).status).toBe(200)
    const [, id = ''] = /\n(acct_\w+) +linkedin +connected /.exec(await output(['accounts'])) ?? []
    expect(await output(['accounts', 'list', 'gmail'])).toBe('')
    expect(await json(['accounts', 'list', 'linkedin'])).toMatchObject({ items: [{ account_id: id }] })
    expect(await json(['accounts', 'list'])).toMatchObject({ network: 'linkedin', account_id: id })
    expect(await output(['accounts', 'disconnect', 'linkedin', id])).toMatch(/\) disconnected\n$/)
    expect(await cli(['accounts', 'list', 'myspace'])).toMatchObject({ code: 2 })
  })
})

describe('connections', () => {
  it('take the key from standard input or a file, and never from the command line', async () => {
    const live = (await output(['keys', 'create', 'live', '--live', '--field', 'api_key'])).trim()
    const hunter = (...more: readonly string[]) => ['connections', 'set', 'hunter', ...more, '--key', live]
    const refused = await cli(hunter(HUNTER_KEY))
    expect(refused).toMatchObject({ code: 2, stderr: expect.not.stringContaining(HUNTER_KEY) })
    expect(await cli(hunter(), `${HUNTER_KEY}\n`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/provider +hunter\n +status +active\n/),
    })
    files.set('key.txt', HUNTER_KEY)
    expect(await cli(hunter('@key.txt'))).toMatchObject({ code: 0 })
    expect(await cli(['connections'])).toMatchObject({ stdout: expect.stringMatching(/\nhunter +active /) })
    expect(await output(['connections', 'delete', 'hunter'])).toBe('hunter disconnected\n')
  })
})

describe('members', () => {
  it('are invited, get another role by their address, and are removed', async () => {
    const email = 'lee@example.com'
    expect(await output(['members', 'invite', email, '--role', 'viewer'])).toMatch(
      /^lee@example\.com invited as viewer, /,
    )
    const [, invitation = ''] = /\nlee@example\.com +viewer +.* (mail_\w+)\n/.exec(await output(['members'])) ?? []
    expect(await output(['members', 'withdraw', invitation])).toBe(`${invitation} withdrawn\n`)
    await cli(['members', 'invite', email])
    await httpClient(service.url).post('/v1/auth/invitations/accept', {
      token: linkInLog(service.logLines, 'invitation'),
      password: PASSWORD,
    })
    expect(await output(['members', 'role', email, 'viewer'])).toBe('lee@example.com is viewer\n')
    expect(await output(['members', 'remove', email])).toMatch(/^usr_\w+ removed\n$/)
    expect(await cli(['members', 'remove', email])).toMatchObject({ code: 4 })
  })

  it('leave with a confirmation, and not as the last owner', async () => {
    expect(await cli(['members', 'leave'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await cli(['members', 'leave', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('conflict'),
    })
    expect(at(await json(['members']), 'items', '0', 'email')).toBe('ada@example.com')
  })
})

describe('every noun', () => {
  it('completes its subcommands and its names', async () => {
    const [id] = (await output(['keys', 'create', 'completed', '--field', 'id'])).trim().split('\n')
    await cli(['domains', 'add', 'news.example.com'])
    const completed = async (...words: readonly string[]): Promise<string[]> =>
      (await output(['__complete', '--', ...words])).trim().split('\n')
    expect(await completed('watches', 'v')).toEqual([expect.stringMatching(/^view\t/)])
    expect(await completed('keys', 'revoke', 'key_')).toContain(`${id}\tcompleted`)
    expect(await completed('members', 'role', 'ad')).toEqual(['ada@example.com\towner'])
    expect(await completed('members', 'role', 'ada@example.com', 'v')).toEqual(['viewer'])
    expect(await completed('domains', 'check', 'new')).toEqual(['news.example.com\tpending'])
    expect(await completed('accounts', 'connect', 'li')).toEqual(['linkedin'])
  })

  it.each(['runs', 'tables', 'suppressions', 'webhooks', 'apps', 'inboxes'])(
    'lists alone as with list: svc %s',
    async (noun) => {
      await cli(['tables', 'on'])
      expect(await cli([noun, 'list', '--json'])).toEqual(await cli([noun, '--json']))
    },
  )

  it.each([
    [['keys', 'crate'], 'did you mean create?'],
    [['runs', 'veiw'], 'did you mean view?'],
    [['accounts', 'conect', 'linkedin'], 'did you mean connect?'],
  ])('suggests the meant subcommand: %j', async (argv, suggestion) => {
    expect(await cli(argv)).toMatchObject({ code: 2, stderr: expect.stringContaining(suggestion) })
  })
})
