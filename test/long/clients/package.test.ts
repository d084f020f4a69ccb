import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { packClients } from '../../../ops/clients/pack.ts'
import { raiseEvents } from '../../support/events.ts'
import { at, httpClient, membersOf } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

let service: TestService
/** Another project, into which the two packages were installed from the service. */
let project: string
let packed: string
beforeAll(async () => {
  const served = mkdtempSync(join(tmpdir(), 'client-packages-'))
  service = await startTestService({ env: { CLIENT_PACKAGES: served } })
  project = mkdtempSync(join(tmpdir(), 'client-project-'))
  writeFileSync(join(project, 'package.json'), '{"type": "module"}')
  await packClients(served)
  for (const line of await installLines()) {
    const [npm = '', ...args] = line.split(' ')
    expect(await run(npm, ...args, ...ON_A_BARE_MACHINE())).toMatchObject({ code: 0 })
  }
  rmSync(served, { recursive: true })
  packed = join(project, 'node_modules/routed-data-client')
})
afterAll(async () => {
  await service.stop()
  rmSync(project, { recursive: true, force: true })
})

/** The lines that a new user copies from the service. */
const installLines = async (): Promise<string[]> =>
  membersOf((await httpClient(service.url).get('/clients/index.json')).at('packages')).map(([, one]) =>
    String(at(one, 'install')),
  )
/** It has no cache of npm, and reaches the service but no registry. */
const ON_A_BARE_MACHINE = (): string[] => [
  `--prefix=${project}`,
  `--cache=${join(project, 'cache')}`,
  '--registry=http://127.0.0.1:9',
  '--fetch-retries=0',
  '--no-audit',
  '--no-fund',
]

interface Ended {
  readonly code: number
  readonly output: string
}
const run = (command: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd: project }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
const write = (name: string, text: string): string => {
  writeFileSync(join(project, name), text)
  return join(project, name)
}
/** As an outsider compiles: strictly, declarations of packages too. */
const compile = (options: object, ...files: string[]): Promise<Ended> => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    ...options,
  }
  return run(
    process.execPath,
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    write('tsconfig.json', JSON.stringify({ compilerOptions, files })),
  )
}

describe('the packed client', () => {
  it('contains the client as JavaScript with its declarations, and depends on nothing', () => {
    const files = readdirSync(packed, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'index.js', 'index.d.ts', 'operations.d.ts']),
    )
    expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
    const mine = read(join(packed, 'package.json'))
    expect([at(mine, 'dependencies'), at(mine, 'private'), at(mine, 'publishConfig')]).toEqual(Array(3).fill(undefined))
    expect(readFileSync(join(packed, 'transport.js'), 'utf8')).toContain(`svc-client/${String(at(mine, 'version'))}`)
  })

  it('is imported by plain Node, which then runs a capability', async () => {
    const program = write(
      'program.js',
      `
      import { createClient } from 'routed-data-client'
      const client = createClient({ baseUrl: '${service.url}', token: '${service.workspace.keys.test}' })
      const input = { full_name: 'Ada Example', domain: 'example.com' }
      const run = await client.run({ capability: 'contact.find', input })
      console.log(run.status, run.billing.charged)`,
    )
    expect(await run(process.execPath, program)).toEqual({ code: 0, output: 'succeeded 0.0143\n' })
  })

  it.each([
    ['without types of Node', { lib: ['es2023', 'dom', 'dom.iterable'], types: [] }],
    [
      'without those of a browser',
      { lib: ['es2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    ],
    ['for a bundler', { lib: ['es2023', 'dom'], types: [], module: 'esnext', moduleResolution: 'bundler' }],
  ])('compiles %s', async (_, options) => {
    const program = write(
      'typed.ts',
      `
      import { createClient, type Run, verifyWebhook } from 'routed-data-client'
      const client = createClient({ baseUrl: 'http://127.0.0.1' })
      export const run: Promise<Run> = client.run({ capability: 'contact.find', input: {} })
      export const verified = verifyWebhook({ secret: '', header: null, body: new Uint8Array() })`,
    )
    expect(await compile(options, program)).toEqual({ code: 0, output: '' })
  })

  it.each(['routed-data-client', 'routed-data-service/client'])('is what the clone imports as %s', (name) => {
    expect(import.meta.resolve(name)).toBe(new URL('../../../packages/client/index.ts', import.meta.url).href)
  })
})

describe('the packed command line', () => {
  it('holds the packages that it depends on, each in its exact version', () => {
    const folder = join(project, 'lib/node_modules/routed-data-cli')
    const { dependencies, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(dependencies).toMatchObject({ 'routed-data-client': version })
    const held = Object.keys(dependencies).map((name) => [
      name,
      at(read(join(folder, 'node_modules', name, 'package.json')), 'version'),
    ])
    expect(Object.fromEntries(held)).toEqual(dependencies)
  })

  it('has the command, which runs a capability', async () => {
    const svc = join(project, 'bin/svc')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8'))
    expect(await run(svc, '--version')).toEqual({ code: 0, output: `${version}\n` })
    const input = ['full_name=Ada Example', 'domain=example.com']
    const target = ['--base-url', service.url, '--key', service.workspace.keys.test]
    expect(await run(svc, 'run', 'contact.find', ...input, ...target)).toEqual({
      code: 0,
      output: expect.stringMatching(/^succeeded {2}contact\.find {2}simulated\n/),
    })
  })
})

describe('the README of the package', () => {
  const examples = [...readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, text = '']) => text,
  )

  it('has examples that compile and run one after the other', async () => {
    expect(examples.length).toBeGreaterThan(6)
    const eventIds = await raiseEvents(service, { workspace: service.workspace, environment: 'test' }, ['ada', 'robin'])
    const program = write(
      'readme.ts',
      `${examples.join('\n')}
import { signWebhook } from 'routed-data-client'
const body = JSON.stringify({ id: 'evt_1', type: 'email.received', created_at: '2026-11-20T09:30:00.000Z', data: {} })
const deliver = async (header: string): Promise<number> => {
  const headers = { 'Service-Signature': header }
  return (await receive(new Request('https://example.com/hook', { method: 'POST', body, headers }))).status
}
const signed = await signWebhook({ secret: 'whsec_…', body })
console.log('received', await deliver(signed), await deliver('t=1,v1=0'))
const stop = new AbortController()
const log = console.log
console.log = (...words: unknown[]) => {
  log(...words)
  if (JSON.stringify(words[1]).includes('robin-')) stop.abort(new Error('stopped'))
}
await follow(undefined, stop.signal).catch((error: Error) => log(error.message))
`
        .replaceAll('http://127.0.0.1:8080', service.url)
        .replaceAll('svc_test_…', service.workspace.keys.test),
    )
    expect(await compile({ lib: ['es2023', 'dom', 'dom.iterable'], types: [] }, program)).toEqual({
      code: 0,
      output: '',
    })
    const { code, output } = await run(process.execPath, '--disable-warning=ExperimentalWarning', program)
    expect(output).toMatch(/^succeeded \S+@example\.com 0\.0143\n/)
    expect(output).toMatch(/\n404 invalid_request \/run_id req_\w+\n/)
    expect(output).toMatch(/\nevt_1 email\.received\nreceived 204 401\n/)
    expect(output).toMatch(/email\.unsubscribed \{[^]*'ada-[^]*email\.unsubscribed \{[^]*'robin-[^]*stopped\n$/)
    expect([code, eventIds.length]).toEqual([0, 2])
  })
})
