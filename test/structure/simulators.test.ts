import { describe, expect, it } from '@jest/globals'
import { callersOf, startingTheApi } from './leads.ts'
import { parseFile, readSources } from './sources.ts'

/** What starts a simulator that answers what a test states. */
const SCRIPTED = [
  'test/support/http-simulator.ts startSimulator',
  'test/support/actor-platform.ts startActorPlatform',
  'test/support/stripe-simulator.ts startStripe',
]

/**
 * A test that starts the API walks live paths, and its providers are the twins (`test/twins`): they refuse what a
 * provider's document does not allow, and keep what a call creates. A scripted simulator answers whatever the test
 * states. These files still use one, by their reason. A new file fails; remove the line of one that uses none any more.
 */
const STILL: Readonly<Record<string, readonly string[]>> = {
  'Stripe has no twin': [
    'test/api/http/plan/stripe.test.ts',
    'test/api/http/wallet/reversals.test.ts',
    'test/api/http/wallet/stripe.test.ts',
    'test/long/crash/topups.test.ts',
    'test/workflows/top-up-wallet.test.ts',
  ],
  'its server is not a provider: it is what an outsider names as an address': [
    'test/api/http/oauth/registration.test.ts',
  ],
  'its payloads and costs are ones that no document of a provider allows': ['test/api/http/raw/live.test.ts'],
  'its keys and accounts are those that the reference shows, and no twin knows them': [
    'test/api/examples/examples.test.ts',
  ],
  'its keys are generated, its provider takes all of them, and Stripe has no twin': ['lab/fuzz/stage.ts'],
  'it reads the headers of a call, which a twin does not list': ['test/long/telemetry/separate-processes.test.ts'],
}

const sources = readSources().filter(({ path }) => /^(?:test|lab)\//.test(path))

describe('a test of a live path', () => {
  it('uses the twins, except for a reason', () => {
    const callers = callersOf(sources, SCRIPTED)
    const live = startingTheApi(sources)
    const found = [...live].filter((path) => callers.importedBy(path).some(({ file }) => !live.has(file)))
    expect(found.toSorted()).toEqual(Object.values(STILL).flat().toSorted())
  })

  it('is followed through its helpers', () => {
    const files = [
      parseFile('test/support/http-simulator.ts', 'export const startSimulator = () => listen()'),
      parseFile(
        'test/help.ts',
        `import { startSimulator } from './support/http-simulator.ts'
        export const startAll = () => [startSimulator()]; export const other = 1`,
      ),
      parseFile('test/all.ts', `import { startAll } from './help.ts'; startAll()`),
      parseFile('test/other.ts', `import { other } from './help.ts'`),
    ]
    const callers = callersOf(files, SCRIPTED)
    expect(files.map(({ path }) => callers.importedBy(path).length)).toEqual([0, 1, 1, 0])
  })
})
