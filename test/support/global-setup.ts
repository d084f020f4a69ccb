// Starts one PostgreSQL and one Temporal server for all test files. Their addresses travel in the environment, which
// test workers inherit; test/support/postgres.ts and temporal.ts read them. A server whose address is set already is
// used as it is: `npm run mutants` starts both once and then runs Jest for each mutant.
import { existsSync } from 'node:fs'
import { startTemporal } from '../../dev/local/temporal.ts'
import { bundleFile } from './bundle-file.ts'
import { readTestWorkflows } from './test-workflows.ts'
import { dropLeftDatabases, startTestPostgres } from './server.ts'

type Stop = () => Promise<void>

export default async function globalSetup(): Promise<void> {
  process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000)
  console.log(`  TEST_SEED=${process.env['TEST_SEED']}`)
  // The structure checks read source files only.
  if (process.env['TEST_SERVERS'] === 'none') return
  // Workers in processes of their own have threads, as in production.
  if (readTestWorkflows(process.env) === 'shared') process.env['TEMPORAL_DEBUG'] = '1'
  const started = await Promise.allSettled([postgres(), temporal(), bundle()])
  const stops = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    // Jest runs no teardown when the set-up fails.
    await Promise.all(stops.map((stop) => stop()))
    throw failed.reason
  }
  ;(globalThis as { stopTestServers?: Stop[] }).stopTestServers = stops
}

/** All workers of all files execute the same workflows. */
async function bundle(): Promise<Stop> {
  await bundleFile()
  return async () => {}
}

async function postgres(): Promise<Stop> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return () => dropLeftDatabases(given)
  const server = await startTestPostgres(setting('POSTGRES_BINARIES'))
  process.env['TEST_POSTGRES_URL'] = server.url
  return server.stop
}

async function temporal(): Promise<Stop> {
  if (process.env['TEST_TEMPORAL_ADDRESS']) return async () => {}
  const given = process.env['TEMPORAL_ADDRESS']
  process.env['TEST_TEMPORAL_NAMESPACE'] = process.env['TEMPORAL_NAMESPACE'] ?? 'default'
  if (given) {
    process.env['TEST_TEMPORAL_ADDRESS'] = given
    return async () => {}
  }
  const executable = setting('TEMPORAL_EXECUTABLE')
  if (!existsSync(executable)) throw new Error(`TEMPORAL_EXECUTABLE is ${executable}, which does not exist.`)
  const server = await startTemporal({
    executable,
    dbFile: null,
    port: 0,
    uiPort: null,
    namespace: 'default',
    log: console.error,
  })
  process.env['TEST_TEMPORAL_ADDRESS'] = server.address
  return () => server.stop()
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run the tests with "npm test", which prepares the servers first.`)
  return value
}
