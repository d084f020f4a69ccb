// The set-up behind `npm start`, `npm test` and the other commands. Plain JavaScript without dependencies, for it runs
// before anything is installed, on Node 20. It prepares what the command needs, then runs it on Node 24.
//
// What it reads:
//   CACHE_DIR              where executables are kept (default ${XDG_CACHE_HOME:-~/.cache}/routed-data-service)
//   DATABASE_URL           a PostgreSQL server of your own; none is then prepared (tests always use one of theirs)
//   TEMPORAL_ADDRESS       a Temporal server of your own; none is then prepared
//   CHROMIUM               a browser of your own for tests of pages (otherwise chromium or google-chrome on the PATH;
//                          without one, they are left out)
//   POSTGRES_BINARIES, POSTGRES_TOOLS, TEMPORAL_EXECUTABLE, TEMPORAL_TEST_SERVER, SCHEMATHESIS, CLIENT_GENERATOR,
//   TWINE, HELM, PROMTOOL  your own executables
// What it hands to the command:
//   POSTGRES_BINARIES      folder with PostgreSQL's bin/, lib/ and share/
//   TEMPORAL_EXECUTABLE    the `temporal` command (not set when TEMPORAL_ADDRESS is, but for `npm run temporal`)
//   TEMPORAL_TEST_SERVER   the time-skipping test server (tests only; not set when there is none)
//   POSTGRES_TOOLS         folder with PostgreSQL's client programs (tests and `npm run postgres-tools`; not set when
//                          there is none)
//   SCHEMATHESIS           the Python that has the fuzzer (`npm run fuzz` only)
//   CLIENT_GENERATOR       the Python that generates and packs the Python client (`npm run client:python`, `npm run
//                          release`)
//   TWINE                  the Python that judges the wheel (`npm run release` only)
//   HELM                   what checks, renders and packs the chart (`npm run chart:check`, `npm run release`)
//   PROMTOOL               what tries the alerts (`npm run alerts:check` only)
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInFront } from './setup/child.mjs'
import { CLIENT_TYPES, clientTypes } from './setup/client-types.mjs'
import { asksForHelp, readHelp } from './setup/help.mjs'
import { helm } from './setup/helm.mjs'
import { node24, packages } from './setup/packages.mjs'
import { requirePgBouncer } from './setup/pgbouncer.mjs'
import { postgresBinaries } from './setup/postgres.mjs'
import { postgresTools } from './setup/postgres-tools.mjs'
import { promtool } from './setup/promtool.mjs'
import { pythonProgram } from './setup/python-programs.mjs'
import { step } from './setup/report.mjs'
import { stopUnderway } from './setup/run.mjs'
import { temporalCommand, temporalServer } from './setup/temporal.mjs'
import { testServer } from './setup/test-server.mjs'

const CLONE = dirname(dirname(fileURLToPath(import.meta.url)))
const inClone = (/** @type {string} */ path) => join(CLONE, path)
// Tests make much that is dropped at once: with more room for what is young (MB), a tenth less CPU goes to its removal.
const jest = [
  '--max-semi-space-size=64',
  '--disable-warning=ExperimentalWarning',
  // Jest's own runtime loads modules by it.
  ...(process.env.TEST_RUNTIME === 'jest' ? ['--experimental-vm-modules'] : []),
  inClone('node_modules/jest/bin/jest.js'),
]

// Tests start hundreds of our processes: later ones reuse the code that earlier ones compiled.
const COMPILED = { NODE_COMPILE_CACHE: inClone('node_modules/.cache/compiled') }

// What a start frees goes back to the system: by glibc's defaults 30 MB of it stay (decisions, "Memory"). The image has
// the same two.
const LEAN = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * @typedef {'postgres' | 'postgresTools' | 'temporal' | 'temporalCommand' | 'testServer' | 'schemathesis' |
 *   'clientGenerator' | 'clientTypes' | 'twine' | 'helm' | 'promtool'} Need
 */
/** @type {Need[]} */
const TEST_NEEDS = ['clientTypes', 'postgres', 'postgresTools', 'temporal', 'testServer']
/**
 * A command runs its programs one after another and ends with the first that fails. One with `steps` runs all of them
 * and reports those that failed, each with its cure. `first` refuses arguments before anything is prepared.
 * @type {Record<string, {
 *   needs: Need[], runs: string[][], env?: Record<string, string>, steps?: {name: string, cure: string}[],
 *   first?: (args: readonly string[], env: NodeJS.ProcessEnv) => void
 * }>}
 */
const COMMANDS = {
  start: { needs: ['postgres', 'temporal'], runs: [[inClone('dev/start.ts')]], env: LEAN },
  cluster: { needs: ['postgres', 'temporal'], runs: [[inClone('ops/cluster.ts')]], first: requirePgBouncer },
  bench: { needs: ['postgres', 'temporal'], runs: [[inClone('lab/bench.ts')]] },
  'bench-discover': { needs: [], runs: [[inClone('lab/bench-discover.ts')]] },
  scale: { needs: [], runs: [[inClone('lab/scale.ts')]] },
  migrate: { needs: ['postgres'], runs: [[inClone('ops/migrate.ts')]] },
  seed: { needs: [], runs: [[inClone('dev/seed.ts')]] },
  'new-route': { needs: [], runs: [[inClone('dev/new.ts'), 'route']] },
  'new-provider': { needs: [], runs: [[inClone('dev/new.ts'), 'provider']] },
  'new-capability': { needs: [], runs: [[inClone('dev/new.ts'), 'capability']] },
  'new-workflow': { needs: [], runs: [[inClone('dev/new.ts'), 'workflow']] },
  'catalog-import': { needs: [], runs: [[inClone('dev/catalog-import.ts')]] },
  'credentials-rotate': { needs: ['postgres'], runs: [[inClone('ops/credentials-rotate.ts')]] },
  'ledger-verify': { needs: ['postgres'], runs: [[inClone('ops/ledger-verify.ts')]] },
  'discover-misses': { needs: ['postgres'], runs: [[inClone('ops/discover-misses.ts')]] },
  'feedback-list': { needs: ['postgres'], runs: [[inClone('ops/feedback-list.ts')]] },
  'known-issues': { needs: ['postgres'], runs: [[inClone('ops/known-issues.ts')]] },
  rates: { needs: ['postgres'], runs: [[inClone('ops/rates.ts')]] },
  access: { needs: ['postgres'], runs: [[inClone('ops/access.ts')]] },
  erase: { needs: ['postgres'], runs: [[inClone('ops/erase.ts')]] },
  payments: { needs: ['postgres'], runs: [[inClone('ops/payments.ts')]] },
  runs: { needs: ['postgres'], runs: [[inClone('ops/runs.ts')]] },
  restored: { needs: ['postgres'], runs: [[inClone('ops/restored.ts')]] },
  'client-types': { needs: ['clientTypes'], runs: [] },
  'client-pack': { needs: [], runs: [[inClone('ops/client-pack.ts')]] },
  'client-python': { needs: ['clientGenerator'], runs: [[inClone('ops/client-python.ts')]] },
  release: { needs: ['clientTypes', 'clientGenerator', 'twine', 'helm'], runs: [[inClone('dev/release.ts')]] },
  deployments: { needs: [], runs: [[inClone('ops/deployments.ts')]] },
  temporal: { needs: ['temporalCommand'], runs: [[inClone('dev/temporal.ts')]] },
  'postgres-tools': { needs: ['postgresTools'], runs: [[inClone('dev/postgres-tools.ts')]] },
  replay: { needs: [], runs: [[inClone('ops/replay.ts')]] },
  'test-unit': { needs: ['clientTypes'], runs: [jest], env: { ...COMPILED, TESTS: 'unit', TEST_SERVERS: 'none' } },
  test: { needs: TEST_NEEDS, runs: [jest], env: COMPILED },
  'test-long': { needs: TEST_NEEDS, runs: [jest], env: { ...COMPILED, TESTS: 'long' } },
  'test-all': { needs: TEST_NEEDS, runs: [jest], env: { ...COMPILED, TESTS: 'all', THOROUGH: '1', ATTACKS: 'all' } },
  'test-documents': { needs: [], runs: [jest], env: { ...COMPILED, TESTS: 'documents', TEST_SERVERS: 'none' } },
  attacks: {
    needs: ['postgres', 'temporal', 'testServer'],
    runs: [[...jest, 'lab/attacks']],
    env: { ...COMPILED, ATTACKS: 'all' },
  },
  fuzz: { needs: ['postgres', 'temporal', 'schemathesis'], runs: [[inClone('lab/fuzz/main.ts')]] },
  'sql-types': { needs: ['postgres'], runs: [[inClone('test/db/statements/main.ts')]] },
  twins: { needs: [], runs: [[inClone('test/twins/main.ts')]] },
  chaos: { needs: ['postgres', 'temporal'], runs: [[inClone('lab/chaos/main.ts')]], env: COMPILED },
  mutants: { needs: TEST_NEEDS, runs: [[inClone('lab/mutants/main.ts')]], env: COMPILED },
  'chart-check': { needs: ['helm'], runs: [[...jest, 'test/ops/helm/chart']], env: { TEST_SERVERS: 'none' } },
  'alerts-check': {
    needs: ['promtool'],
    runs: [[...jest, 'test/ops/monitoring/alerts.test.ts']],
    env: { TEST_SERVERS: 'none' },
  },
  format: { needs: [], runs: [[inClone('node_modules/oxfmt/bin/oxfmt')]] },
  check: {
    needs: ['clientTypes'],
    runs: [
      [inClone('node_modules/typescript/bin/tsc'), '--noEmit'],
      [inClone('node_modules/oxlint/bin/oxlint'), '--deny-warnings'],
      [inClone('node_modules/oxfmt/bin/oxfmt'), '--check'],
      [inClone('node_modules/knip/bin/knip.js')],
      [inClone('node_modules/knip/bin/knip.js'), '--production', '--include', 'files,exports,types'],
      [...jest, 'test/structure'],
    ],
    steps: [
      { name: 'types', cure: '' },
      { name: 'linter', cure: '' },
      { name: 'format', cure: ' Run `npm run format`.' },
      { name: 'unused code', cure: '' },
      { name: 'code that only tests use', cure: '' },
      { name: 'structure', cure: '' },
    ],
    env: { TEST_SERVERS: 'none', TESTS: 'structure' },
  },
}

/** Commands that always use their own PostgreSQL. */
const OWN_DATABASE = new Set(['test', 'sql-types', 'test-long', 'test-all', 'attacks', 'fuzz', 'chaos', 'mutants'])

async function main() {
  const [name = '', ...args] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (!command) throw new Error(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`)
  // Before anything is prepared.
  if (asksForHelp(args)) {
    process.stdout.write(readHelp(name, inClone('docs/commands.md')))
    return 0
  }
  if (process.platform === 'win32')
    throw new Error('Windows is not supported directly. Use WSL, a container, or docker compose.')
  command.first?.(args, process.env)
  const { node, env } = await prepare(name, command.needs)
  process.chdir(CLONE)
  const last = command.runs.length - 1
  /** @type {string[]} */
  const failed = []
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isStopped = true))
  for (const [index, run] of command.runs.entries()) {
    // Arguments belong to the command's last, or only, program.
    const code = await runInFront(node, index === last ? [...run, ...args] : run, { ...env, ...command.env })
    const reported = command.steps?.[index]
    if (code !== 0 && (reported === undefined || isStopped)) return code
    if (code !== 0 && reported !== undefined) failed.push(`  ${reported.name}.${reported.cure}\n`)
  }
  if (failed.length > 0) process.stderr.write(`\nFailed:\n${failed.join('')}`)
  return failed.length > 0 ? 1 : 0
}

/**
 * @param {string} name
 * @param {Need[]} needs
 */
async function prepare(name, needs) {
  const interrupted = (/** @type {NodeJS.Signals} */ signal) => {
    stopUnderway()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted)
  await step('packages', (progress) => packages(CLONE, progress))
  const node = await step('Node', () => node24(CLONE))
  // Where they are missing an editor finds faults in a new clone, whatever its first command is.
  if (needs.includes('clientTypes') || !existsSync(inClone(CLIENT_TYPES)))
    await step('client types', () => clientTypes(CLONE, node))
  const env = { ...process.env }
  if (needs.includes('postgres') && (OWN_DATABASE.has(name) || !process.env.DATABASE_URL)) {
    env.POSTGRES_BINARIES = await step('PostgreSQL', (progress) => postgresBinaries(CLONE, progress))
  }
  if (needs.includes('postgresTools')) {
    env.POSTGRES_TOOLS = (await step('PostgreSQL tools', postgresTools)) ?? undefined
  }
  if (needs.includes('temporal')) {
    env.TEMPORAL_EXECUTABLE = (await step('Temporal', (progress) => temporalServer(node, progress))) ?? undefined
  }
  if (needs.includes('temporalCommand'))
    env.TEMPORAL_EXECUTABLE = await step('Temporal', (progress) => temporalCommand(node, progress))
  if (needs.includes('testServer')) {
    env.TEMPORAL_TEST_SERVER =
      (await step('Temporal test server', (progress) => testServer(node, progress))) ?? undefined
  }
  if (needs.includes('schemathesis'))
    env.SCHEMATHESIS = await step('Schemathesis', (progress) => pythonProgram('SCHEMATHESIS', CLONE, progress))
  if (needs.includes('clientGenerator'))
    env.CLIENT_GENERATOR = await step('Python client', (progress) => pythonProgram('CLIENT_GENERATOR', CLONE, progress))
  if (needs.includes('twine')) env.TWINE = await step('twine', (progress) => pythonProgram('TWINE', CLONE, progress))
  if (needs.includes('helm')) env.HELM = await step('Helm', (progress) => helm(progress))
  if (needs.includes('promtool')) env.PROMTOOL = await step('promtool', (progress) => promtool(progress))
  process.removeListener('SIGINT', interrupted).removeListener('SIGTERM', interrupted)
  return { node, env }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
