import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient } from '../../support/http.ts'
import { describeWithPython } from '../../support/python.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const file = (name: string): string => join(ROOT, 'examples', name)
/** A package index answers within seconds; a busy machine may take a minute. */
const INSTALL_MS = 240_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with the two variables that every example reads, and nothing else of the tests. */
const run = (command: string, args: readonly string[], { key = service.workspace.keys.test } = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      BASE_URL: service.url,
      API_KEY: key,
    }
    execFile(command, args, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    )
  })
const node = (name: string, ...args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', file(name), ...args])

/** The price and result of the same run, over plain HTTP. */
async function expectedRun(): Promise<{ email: string; charged: string; provider: string }> {
  const { at } = await httpClient(service.url, service.workspace.keys.test).post('/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'Ada Example', domain: 'example.com' },
  })
  return {
    email: String(at('result', 'email')),
    charged: String(at('billing', 'charged')),
    provider: String(at('provider')),
  }
}

describe('examples/', () => {
  it('has a test here for each of its programs', () => {
    const programs = readdirSync(join(ROOT, 'examples')).filter((name) => /\.(?:ts|mjs|py)$/.test(name))
    const here = readFileSync(fileURLToPath(import.meta.url), 'utf8')
    expect(programs.filter((name) => !here.includes(`'${name}'`))).toEqual([])
    const page = readFileSync(file('README.md'), 'utf8')
    expect(programs.filter((name) => !page.includes(`](${name})`))).toEqual([])
  })

  it('typed-client.ts finds, prices and runs', async () => {
    const { email, charged, provider } = await expectedRun()
    expect(await node('typed-client.ts')).toEqual({
      code: 0,
      stderr: '',
      stdout: `contact.find costs ${charged} USD\nfound ${email} at ${provider}, charged ${charged} USD\n`,
    })
    expect(await node('typed-client.ts', 'Ada +no-match', 'example.com')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no_match: /m),
    })
    expect(
      await run(process.execPath, ['--disable-warning=ExperimentalWarning', file('typed-client.ts')], {
        key: 'svc_test_wrong',
      }),
    ).toMatchObject({ code: 1, stderr: expect.stringMatching(/^unauthorized: .*\(req_\w+\)$/m) })
  })

  it('mcp-agent.mjs lists the tools, chooses, prices, runs and reads the wallet', async () => {
    const { email, charged } = await expectedRun()
    const { code, stdout, stderr } = await node('mcp-agent.mjs')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^tools: .*\bdiscover\b.*\brun\b/m)
    expect(stdout).toContain(`chosen: contact.find\nprice: ${charged} USD\nrun: succeeded {`)
    expect(stdout).toContain(email.slice(email.indexOf('@')))
    expect(stdout).toMatch(/^left: \d+\.\d+ USD$/m)
  })

  it('webhook-receiver.mjs receives the deliveries of a registered endpoint', async () => {
    const client = httpClient(service.url, service.workspace.keys.test)
    const outsider = await receive('whsec_of_nobody')
    const { at } = await client.post('/v1/webhooks', { url: outsider.url })
    const test = `/v1/webhooks/${String(at('id'))}/test`
    expect((await client.post(test, {})).body).toMatchObject({ delivered: false, status_code: 401 })
    expect(await outsider.line()).toMatch(/^FORGED evt_\w+ /)
    const owner = await receive(String(at('secret')))
    expect((await client.patch(`/v1/webhooks/${String(at('id'))}`, { url: owner.url })).status).toBe(200)
    expect((await client.post(test, {})).body).toMatchObject({ delivered: true, status_code: 204 })
    expect(await owner.line()).toMatch(/^genuine evt_\w+ .*"type":"webhook\.test"/)
  })
})

/** Receivers that this file has started. */
const receivers: ChildProcess[] = []
afterAll(() => {
  for (const one of receivers) one.kill()
})

async function receive(secret: string): Promise<{ readonly url: string; readonly line: () => Promise<string> }> {
  const child = spawn(process.execPath, [file('webhook-receiver.mjs'), '0', secret])
  receivers.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => (await lines.next()).value ?? 'it ended'
  return { url: /http:\/\/\S+/.exec(await line())?.[0] ?? 'no URL', line }
}

describeWithPython('examples/contact_find.py', () => {
  let folder: string
  let executable: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'example-python-'))
    executable = join(folder, 'bin/python')
    expect((await run('python3', ['-m', 'venv', folder])).code).toBe(0)
    const install = [
      '-m',
      'pip',
      '--disable-pip-version-check',
      '--no-input',
      '--retries',
      '8',
      'install',
      '--require-hashes',
      '--only-binary',
      ':all:',
      '-r',
      file('requirements.txt'),
    ]
    expect(await run(executable, install)).toMatchObject({ code: 0 })
  }, INSTALL_MS)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('finds with httpx alone, waits for a slow run, and reports why a run or a request was refused', async () => {
    const { email, charged, provider } = await expectedRun()
    const found = `found ${email} at ${provider}, charged ${charged} USD\n`
    expect(await run(executable, [file('contact_find.py')])).toEqual({ code: 0, stderr: '', stdout: found })
    expect(await run(executable, [file('contact_find.py'), 'Ada +slow-7', 'example.com'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^found \S+@example\.com/),
    })
    expect(await run(executable, [file('contact_find.py'), 'Ada +no-match', 'example.com'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no_match: /),
    })
    expect(await run(executable, [file('contact_find.py')], { key: 'svc_test_wrong' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^unauthorized: .*\(req_\w+\)$/m),
    })
  })
})
