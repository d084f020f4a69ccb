import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** What is no part of a clone. */
const NOT_CLONED = /^(?:node_modules|\.data|\.git|dist|coverage)(?:\/|$)/
const TIMEOUT_MS = 600_000

let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'new-clone-'))
  cpSync(ROOT, clone, { recursive: true, filter: (path) => !NOT_CLONED.test(relative(ROOT, path)) })
  // The packages are those of this checkout, and what the check caches is not.
  mkdirSync(join(clone, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const { NODE_OPTIONS: _, TESTS: __, TEST_SERVERS: ___, ...env } = process.env
const npm = (script: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const words = ['run', '--silent', script, '--', ...args]
    execFile('npm', words, { cwd: clone, env, maxBuffer: 64_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    )
  })

interface TestFile {
  readonly name: string
  readonly message: string
  readonly assertionResults: readonly Assertion[]
}
interface Assertion {
  readonly status: string
  readonly title: string
  readonly failureMessages: readonly string[]
}

/** The failed tests of some files: file, title, and the first line that the failure lists. */
async function failedTests(script: string, ...files: string[]): Promise<readonly (readonly string[])[]> {
  const results = join(clone, 'results.json')
  await npm(script, ...files, '--json', `--outputFile=${results}`)
  const { testResults }: { readonly testResults: readonly TestFile[] } = JSON.parse(readFileSync(results, 'utf8'))
  return testResults
    .flatMap(({ name, message, assertionResults: all }) => {
      const file = relative(clone, name)
      const failed = all.filter(({ status }) => status === 'failed')
      if (all.length === 0) return [[file, message, '']]
      return failed.map(({ title, failureMessages }) => [file, title, firstListed(failureMessages.join('\n'))])
    })
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
}

const firstListed = (message: string): string =>
  /^\+ {3}["'](.*)["'],$/m.exec(stripVTControlCharacters(message))?.[1] ?? ''

/** What is typed, and the new test. */
const COMMANDS: readonly (readonly [script: string, args: readonly string[], test: string])[] = [
  [
    'new:route',
    ['getGadget', 'GET', '/v1/gadgets/{gadget_id}', '--tag', 'Catalog'],
    'test/api/http/gadgets/get.test.ts',
  ],
  [
    'new:route',
    ['createGadget', 'POST', '/v1/gadgets', '--tag', 'Wallet', '--access', 'owner'],
    'test/api/http/gadgets/create.test.ts',
  ],
  [
    'new:provider',
    [
      'sampledata',
      'https://api.sampledata.example',
      'company.technologies',
      'GET /lookup',
      '--auth',
      'header x-api-key',
    ],
    'test/activities/providers/sampledata.test.ts',
  ],
  [
    'new:provider',
    ['roster', 'https://api.roster.example/v2', 'person.search', 'POST /people/search', '--title', 'The Roster'],
    'test/activities/providers/roster.test.ts',
  ],
  ['new:capability', ['company.awards'], 'test/domain/capabilities/company-awards.test.ts'],
  ['new:workflow', ['refreshLogo', 'logos', '--version', 'moves'], 'test/workflows/refresh-logo.test.ts'],
]

/** Unit tests that demand a line of each new thing, or that a new one could disturb. */
const REGISTERS = [
  'test/api/rows-of-routes',
  'test/api/contract.test',
  'test/api/payers/rows',
  'test/activities/providers/registry',
  'test/activities/providers/inputs-served',
  'test/activities/providers/sandbox.test',
  'test/activities/providers/catalogs',
  'test/discover/quality',
  'test/domain/capabilities/schemas',
  'test/twins/twins.test',
  'test/workflows/versioned',
]

/** The first thing that each new test names. */
const left = new Map<string, string>()

describe('what the generators write', () => {
  it.each(COMMANDS)('%s %j prints what is left, and the command of the new test', async (script, args, test) => {
    const { code, stdout, stderr } = await npm(script, ...args)
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining(`new     ${test}\n`) })
    expect(stdout).toMatch(new RegExp(`\n {2}npm (?:run test:unit|test) -- ${test}\n$`))
    left.set(test, /\n {2}1\. (.*)\n/.exec(stdout)?.[1] ?? 'nothing')
    // Once more it is refused.
    expect(await npm(script, ...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/is taken/) })
  })

  it(
    'passes the check',
    async () => {
      const { code, stdout, stderr } = await npm('check')
      expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
    },
    TIMEOUT_MS,
  )

  it(
    'fails in each new test alone, which names what is left',
    async () => {
      const expected = [...left].map(([test, first]) => [test, 'has nothing left to do', first])
      const needsServers = ([test = '']: readonly string[]): boolean => /^test\/(?:api|workflows)\//.test(test)
      const unit = expected.filter((row) => !needsServers(row)).toSorted()
      expect(await failedTests('test:unit', ...unit.map(([test = '']) => test), ...REGISTERS)).toEqual(unit)
      const served = expected.filter(needsServers).toSorted()
      const routes = ['test/api/examples', 'test/api/access.test']
      expect(await failedTests('test', ...served.map(([test = '']) => test), ...routes)).toEqual(served)
    },
    TIMEOUT_MS,
  )
})
