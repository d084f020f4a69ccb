import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildPerson } from '../../build/person.ts'
import { buildSession } from '../../build/session.ts'
import { type CliOptions, type Ended, HOME, svc } from '../../support/cli.ts'
import { at, httpClient } from '../../support/http.ts'
import { type Answer, connect, type Person } from '../../support/oauth.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const FILE = `${HOME}/.config/svc/config.json`
/** An access token ends after an hour. */
const LATER = () => Date.now() + 3_700_000

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  person = await buildPerson(service.db, service.workspace.id)
})
afterAll(() => service.stop())

/** What the person's browser does with the page: where it is sent in the end. */
const answer = (page: string, given: Answer = {}): Promise<URL> =>
  connect({ url: new URL(page), state: '', verifier: '' }, person, given)

/** A browser in which the person signs in, answers, and follows the redirect. */
const browser =
  (given: Answer = {}) =>
  async (page: string): Promise<boolean> => {
    await fetch(await answer(page, given))
    return true
  }

const login = (files: Map<string, string>, options: CliOptions = {}, ...more: readonly string[]): Promise<Ended> =>
  svc(['login', '--base-url', service.url, ...more], { files, columns: 100, openBrowser: browser(), ...options })

async function signedIn(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  expect(await login(files)).toMatchObject({ code: 0 })
  return files
}

const kept = (files: ReadonlyMap<string, string>, name: string): string =>
  String(at(JSON.parse(files.get(FILE) ?? '{}'), name))

describe('svc login on a terminal', () => {
  it('opens the browser, stores the tokens, and states what they may not do', async () => {
    const files = new Map<string, string>()
    const { code, stdout, stderr } = await login(files)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('svc may read, run, write. It may not decide over money')
    expect(JSON.parse(files.get(FILE) ?? '')).toEqual({
      base_url: service.url,
      app_token: expect.stringMatching(/^svc_app_/),
      app_refresh_token: expect.any(String),
      app_client_id: expect.any(String),
      app_token_ends_at: expect.stringMatching(/Z$/),
    })
    for (const name of ['app_token', 'app_refresh_token']) expect(stderr).not.toContain(kept(files, name))
  })

  it('is used in the sandbox, and with --live in the live environment', async () => {
    const files = await signedIn()
    expect((await svc(['whoami'], { files })).stdout).toMatch(
      /environment +test\n +credential +app, from the config file/,
    )
    expect((await svc(['whoami', '--live'], { files })).stdout).toMatch(/environment +live\n/)
    expect(await svc(['run', 'contact.find', 'full_name=Ada Example', 'domain=example.com'], { files })).toMatchObject({
      code: 0,
    })
  })

  it('does nothing that needs a key or a person, and names the command that stores one', async () => {
    const files = await signedIn()
    const refused = async (...argv: readonly string[]): Promise<Ended> => svc(argv, { files, stdin: 'x' })
    expect(await refused('keys', 'create', 'ci')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--session -'),
    })
    expect(await refused('connections', 'set', 'hunter')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('svc login --key -'),
    })
  })

  it('has only the scopes that the person allows', async () => {
    const files = new Map<string, string>()
    await login(files, { openBrowser: browser({ scopes: ['read'] }) })
    expect((await svc(['whoami'], { files })).stdout).toMatch(/scopes +read\n/)
    const refused = await svc(['run', 'contact.find', 'full_name=Ada Example', 'domain=example.com'], { files })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('with all scopes') })
  })

  it('prints the address of the page, also without a browser or a terminal', async () => {
    const files = new Map<string, string>()
    let visited: Promise<unknown> = Promise.resolve()
    const onWrite = (text: string): void => {
      const [page] = /http\S+authorize\S+/.exec(text) ?? []
      if (page !== undefined) visited = browser()(page)
    }
    const opened = (): never => {
      throw new Error('a browser was opened')
    }
    const ended = await svc(['login', '--base-url', service.url, '--no-browser'], {
      files,
      onWrite,
      openBrowser: opened,
    })
    await visited
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Open this page to sign in:') })
    expect(files.has(FILE)).toBe(true)
    expect(await svc(['login', '--base-url', service.url])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--key'),
    })
  })
})

describe('a sign-in that does not succeed stores nothing', () => {
  const failing = async (options: CliOptions, ...more: readonly string[]): Promise<Ended> => {
    const files = new Map<string, string>()
    const ended = await login(files, options, ...more)
    expect(files.size).toBe(0)
    return ended
  }

  it('when the person refuses', async () => {
    const refused = await failing({ openBrowser: browser({ action: 'deny' }) })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('refused in the browser') })
  })

  it('when nothing comes back in time', async () => {
    const late = await failing({ openBrowser: async () => true }, '--wait', '1')
    expect(late).toMatchObject({ code: 6, stderr: expect.stringContaining('not finished within 1 s') })
  })

  it('when it is interrupted', async () => {
    const controller = new AbortController()
    const openBrowser = async (): Promise<boolean> => {
      controller.abort()
      return true
    }
    expect((await failing({ openBrowser, interrupted: controller.signal })).code).toBe(130)
  })

  it('when the answer is that of another server', async () => {
    const openBrowser = async (page: string): Promise<boolean> => {
      const back = await answer(page)
      back.searchParams.set('iss', 'https://evil.example')
      await fetch(back)
      return true
    }
    expect(await failing({ openBrowser })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('another service'),
    })
  })

  it('when the code was exchanged before', async () => {
    const openBrowser = async (page: string): Promise<boolean> => {
      const back = await answer(page)
      back.searchParams.set('code', 'x'.repeat(43))
      await fetch(back)
      return true
    }
    expect(await failing({ openBrowser })).toMatchObject({ code: 3, stderr: expect.stringContaining('invalid_grant') })
  })

  it('when the service has another address for itself', async () => {
    const url = service.url.replace('127.0.0.1', 'localhost')
    const other = await svc(['login', '--base-url', url], { columns: 100 })
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(`svc login --base-url ${service.url}`) })
  })
})

describe('the redirect', () => {
  it('is taken only with the state of this sign-in, at its path', async () => {
    const statuses: number[] = []
    const openBrowser = async (page: string): Promise<boolean> => {
      const back = await answer(page)
      const [forged, elsewhere] = [new URL(back), new URL(back)]
      forged.searchParams.set('state', 'x')
      elsewhere.pathname = '/'
      for (const url of [forged, elsewhere, back]) statuses.push((await fetch(url)).status)
      return true
    }
    expect((await login(new Map(), { openBrowser })).code).toBe(0)
    expect(statuses).toEqual([400, 404, 200])
  })
})

describe('a token that has ended', () => {
  it('is replaced once, however many commands need it', async () => {
    const files = await signedIn()
    const before = [kept(files, 'app_token'), kept(files, 'app_refresh_token')]
    const ended = await Promise.all([1, 2, 3].map(() => svc(['whoami'], { files, now: LATER })))
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    const after = [kept(files, 'app_token'), kept(files, 'app_refresh_token')]
    expect(after.filter((token) => before.includes(token))).toEqual([])
    expect((await svc(['wallet'], { files })).code).toBe(0)
  })

  it('is not replaced after the person disconnected svc', async () => {
    const files = await signedIn()
    const session = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
    for (const app of [(await session.get('/v1/connected-apps')).at('items')].flat())
      await session.delete(`/v1/connected-apps/${String(at(app, 'id'))}`)
    expect(await svc(['wallet'], { files })).toMatchObject({ code: 3, stderr: expect.stringContaining('svc login') })
    expect(await svc(['wallet'], { files, now: LATER })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Sign in again: svc login'),
    })
  })
})

describe('svc logout', () => {
  it('ends the sign-in and deletes the tokens', async () => {
    const files = await signedIn()
    const token = kept(files, 'app_token')
    const status = async () => (await httpClient(service.url, token).get('/v1/auth/me')).status
    expect(await status()).toBe(200)
    expect(await svc(['logout'], { files })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Ended the sign-in at ${service.url}.`),
    })
    expect([await status(), files.size]).toEqual([401, 0])
  })

  it('deletes the tokens also when the service is unreachable, and reports it', async () => {
    const files = await signedIn()
    const fetchNothing = async (): Promise<Response> => {
      throw new TypeError('fetch failed')
    }
    const ended = await svc(['logout'], { files, fetch: fetchNothing })
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('did not confirm') })
    expect(files.size).toBe(0)
  })

  it('ends an earlier sign-in when the person signs in again', async () => {
    const files = await signedIn()
    const token = kept(files, 'app_token')
    expect((await svc(['login'], { files, columns: 100, openBrowser: browser() })).code).toBe(0)
    expect((await httpClient(service.url, token).get('/v1/auth/me')).status).toBe(401)
    expect((await svc(['whoami'], { files })).code).toBe(0)
  })
})
